CREATE TABLE "mail_rule_answers" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"question" text NOT NULL,
	"is_yes" boolean NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_rule_answers_tenant_id_id_question_pk" PRIMARY KEY("tenant_id","id","question")
);
--> statement-breakpoint
ALTER TABLE "mail_rule_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_rule_queue" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_aged" boolean DEFAULT false NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	CONSTRAINT "mail_rule_queue_tenant_id_id_is_aged_pk" PRIMARY KEY("tenant_id","id","is_aged")
);
--> statement-breakpoint
ALTER TABLE "mail_rule_queue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_rule_replies" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"day" text NOT NULL,
	"thread_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_rule_replies_tenant_id_user_id_address_day_pk" PRIMARY KEY("tenant_id","user_id","address","day")
);
--> statement-breakpoint
ALTER TABLE "mail_rule_replies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_rule_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"mail_key" text NOT NULL,
	"message_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"subject" text NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"action_index" integer NOT NULL,
	"action" jsonb NOT NULL,
	"hits" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"error" text,
	"before" jsonb,
	"after" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_rule_runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_rule_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_rule_secrets" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_sealed" text NOT NULL,
	CONSTRAINT "mail_rule_secrets_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_rule_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_rule_settings" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"template_replies" boolean DEFAULT false NOT NULL,
	"webhooks" boolean DEFAULT false NOT NULL,
	"forward_to" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_rule_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_rules" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"mailbox_ids" uuid[] DEFAULT '{}' NOT NULL,
	"match" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"exceptions" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"unread_days" integer,
	"state" text NOT NULL,
	"paused_reason" text,
	"active_since" timestamp with time zone DEFAULT now() NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "mail_rules_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "important" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_rule_answers" ADD CONSTRAINT "mail_rule_answers_tenant_id_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_queue" ADD CONSTRAINT "mail_rule_queue_tenant_id_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_replies" ADD CONSTRAINT "mail_rule_replies_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_runs" ADD CONSTRAINT "mail_rule_runs_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_secrets" ADD CONSTRAINT "mail_rule_secrets_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rule_settings" ADD CONSTRAINT "mail_rule_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_rule_queue_due" ON "mail_rule_queue" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "mail_rule_queue_of_user" ON "mail_rule_queue" USING btree ("tenant_id","user_id","next_at");--> statement-breakpoint
CREATE INDEX "mail_rule_replies_of_thread" ON "mail_rule_replies" USING btree ("tenant_id","user_id","thread_id");--> statement-breakpoint
CREATE INDEX "mail_rule_replies_by_age" ON "mail_rule_replies" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_rule_runs_once" ON "mail_rule_runs" USING btree ("tenant_id","user_id","rule_id","mail_key","action_index");--> statement-breakpoint
CREATE INDEX "mail_rule_runs_of_user" ON "mail_rule_runs" USING btree ("tenant_id","user_id","at","id");--> statement-breakpoint
CREATE INDEX "mail_rule_runs_of_rule" ON "mail_rule_runs" USING btree ("tenant_id","user_id","rule_id","at");--> statement-breakpoint
CREATE INDEX "mail_rule_runs_of_message" ON "mail_rule_runs" USING btree ("tenant_id","user_id","message_id");--> statement-breakpoint
CREATE INDEX "mail_rule_runs_due" ON "mail_rule_runs" USING btree ("next_at") WHERE "mail_rule_runs"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_rule_runs_by_age" ON "mail_rule_runs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mail_rules_in_order" ON "mail_rules" USING btree ("tenant_id","user_id","position");--> statement-breakpoint
CREATE INDEX "mail_rules_by_age" ON "mail_rules" USING btree ("tenant_id","unread_days") WHERE "mail_rules"."unread_days" is not null;--> statement-breakpoint
CREATE INDEX "mail_rules_removed" ON "mail_rules" USING btree ("removed_at") WHERE "mail_rules"."removed_at" is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_rule_answers" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rule_answers" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_rule_queue" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rule_queue" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_rule_replies" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rule_replies" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_rule_runs" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rule_runs" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_rule_secrets" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rule_secrets" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "mail_rule_settings" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rule_settings" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_rules" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_rules" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);