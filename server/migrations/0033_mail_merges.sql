CREATE TABLE "mail_merge_contents" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"columns" text[] DEFAULT '{}' NOT NULL,
	"address_column" text,
	"file_name" text,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fallbacks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "mail_merge_contents_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_merge_contents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_merge_recipients" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"merge_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line" integer,
	"address" text NOT NULL,
	"values" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"left_out" text,
	"error" text,
	"log_id" uuid,
	"message_id" text,
	"unsubscribed_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	CONSTRAINT "mail_merge_recipients_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_merge_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_merges" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"mailbox_id" uuid,
	"from_account" text,
	"rate_per_minute" integer NOT NULL,
	"tracked" boolean DEFAULT true NOT NULL,
	"start_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"paused_reason" text,
	"next_at" timestamp with time zone,
	"watched_from" integer DEFAULT 0 NOT NULL,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_merges_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_merges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "suppressions" (
	"tenant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_tenant_id_address_pk" PRIMARY KEY("tenant_id","address")
);
--> statement-breakpoint
ALTER TABLE "suppressions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "unsubscribe_links" (
	"tenant_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"address" text NOT NULL,
	"recipient_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsubscribe_links_tenant_id_hash_pk" PRIMARY KEY("tenant_id","hash")
);
--> statement-breakpoint
ALTER TABLE "unsubscribe_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_merge_contents" ADD CONSTRAINT "mail_merge_contents_tenant_id_id_mail_merges_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."mail_merges"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_merge_recipients" ADD CONSTRAINT "mail_merge_recipients_tenant_id_merge_id_mail_merges_tenant_id_id_fk" FOREIGN KEY ("tenant_id","merge_id") REFERENCES "public"."mail_merges"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_merges" ADD CONSTRAINT "mail_merges_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribe_links" ADD CONSTRAINT "unsubscribe_links_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_merge_recipients_position" ON "mail_merge_recipients" USING btree ("tenant_id","merge_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_merge_recipients_address" ON "mail_merge_recipients" USING btree ("tenant_id","address","merge_id");--> statement-breakpoint
CREATE INDEX "mail_merge_recipients_waiting" ON "mail_merge_recipients" USING btree ("tenant_id","merge_id","position") WHERE "mail_merge_recipients"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mail_merge_recipients_message_id" ON "mail_merge_recipients" USING btree ("tenant_id","user_id","message_id") WHERE "mail_merge_recipients"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_merge_recipients_log_id" ON "mail_merge_recipients" USING btree ("tenant_id","log_id") WHERE "mail_merge_recipients"."log_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_merges_tenant_id_user_id_created_at_index" ON "mail_merges" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "mail_merges_due" ON "mail_merges" USING btree ("next_at") WHERE "mail_merges"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "suppressions_tenant_id_created_at_index" ON "suppressions" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "unsubscribe_links_hash_index" ON "unsubscribe_links" USING btree ("hash");--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_merge_contents" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_merge_contents" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_merge_recipients" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_merge_recipients" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "mail_merges" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_merges" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "suppressions" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "suppressions" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "unsubscribe_links" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "unsubscribe_links" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);