CREATE TABLE "audit_chains" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"anchor_seq" bigint DEFAULT 0 NOT NULL,
	"anchor_hash" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_chains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "chain_seq" bigint;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "chain_hash" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "who_salt" uuid;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "what_salt" uuid;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "who_digest" text;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "what_digest" text;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_records_chain" ON "audit_records" USING btree ("tenant_id","chain_seq");--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "audit_chains" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "audit_chains" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);