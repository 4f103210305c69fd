CREATE TABLE "account_notices" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_name" text NOT NULL,
	"by_email" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp with time zone,
	CONSTRAINT "account_notices_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "password_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "password_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_records" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "address_proof" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "proof_code_hash" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "proof_code_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "proof_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_notices" ADD CONSTRAINT "account_notices_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_notices_tenant_id_user_id_index" ON "account_notices" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "password_links_tenant_id_user_id_index" ON "password_links" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "password_links_expires_at_index" ON "password_links" USING btree ("expires_at");--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "account_notices" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "account_notices" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "password_links" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER POLICY "personal_fence" ON "drafts" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "follow_ups" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "image_senders" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "mailboxes" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "message_search" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "message_contents" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "messages" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "oauth_attempts" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "outbox_contents" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "push_channels" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "push_notices" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "summaries" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
ALTER POLICY "personal_fence" ON "thread_links" TO intellibox_tenant USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');