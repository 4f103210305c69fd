CREATE TABLE "knowledge_vectors" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"source_id" uuid NOT NULL,
	"model" text NOT NULL,
	"dimension" integer NOT NULL,
	"signs" bit varying NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "knowledge_vectors_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_vectors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_choices" ADD COLUMN "embedding_model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "embedding_model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "embedding_model" text;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "embedded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "embed_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "embed_problem" text;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "embed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "lease_by" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_vectors" ADD CONSTRAINT "knowledge_vectors_piece" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."knowledge_pieces"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_vectors_of_source" ON "knowledge_vectors" USING btree ("tenant_id","source_id");--> statement-breakpoint
CREATE INDEX "knowledge_vectors_of_owner" ON "knowledge_vectors" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE POLICY "personal_fence" ON "knowledge_vectors" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "knowledge_vectors" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);