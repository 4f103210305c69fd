CREATE TABLE "mail_actions" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "mail_actions_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_actions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message_folders" ADD COLUMN "pending" text;--> statement-breakpoint
ALTER TABLE "mail_actions" ADD CONSTRAINT "mail_actions_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_actions_of_user" ON "mail_actions" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "message_folders_pending" ON "message_folders" USING btree ("tenant_id","mailbox_id") WHERE "message_folders"."pending" is not null or starts_with("message_folders"."remote_id", 'local:');--> statement-breakpoint
CREATE INDEX "messages_pending_star" ON "messages" USING btree ("tenant_id","mailbox_id") WHERE "messages"."pending_starred" is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "mail_actions" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_actions" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);