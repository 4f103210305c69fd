CREATE TABLE "muted_threads" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "muted_threads_tenant_id_user_id_thread_id_pk" PRIMARY KEY("tenant_id","user_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "muted_threads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "woken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "muted_threads" ADD CONSTRAINT "muted_threads_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_snoozed" ON "messages" USING btree ("snoozed_until") WHERE "messages"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX "messages_woken" ON "messages" USING btree ("tenant_id","user_id","woken_at","id") WHERE "messages"."woken_at" is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "muted_threads" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "muted_threads" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);