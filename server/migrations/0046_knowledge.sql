CREATE TABLE "knowledge_files" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "knowledge_files_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_pieces" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"source_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"page" integer,
	"heading" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "knowledge_pieces_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_pieces" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"question" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"audience" text DEFAULT 'everybody' NOT NULL,
	"valid_until" date,
	"state" text NOT NULL,
	"problem" text,
	"is_partial" boolean DEFAULT false NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reading_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "knowledge_sources_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "knowledge_files" ADD CONSTRAINT "knowledge_files_source" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."knowledge_sources"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_pieces" ADD CONSTRAINT "knowledge_pieces_source" FOREIGN KEY ("tenant_id","source_id") REFERENCES "public"."knowledge_sources"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_pieces_of_source" ON "knowledge_pieces" USING btree ("tenant_id","source_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_pieces_of_owner" ON "knowledge_pieces" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "knowledge_sources_of_user" ON "knowledge_sources" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "knowledge_sources_reading" ON "knowledge_sources" USING btree ("reading_since") WHERE state = 'reading';--> statement-breakpoint
CREATE INDEX "knowledge_sources_removed" ON "knowledge_sources" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "knowledge_files" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "knowledge_files" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "knowledge_pieces" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "knowledge_pieces" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "knowledge_sources" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "knowledge_sources" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);