CREATE TABLE "folders" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text DEFAULT 'folder' NOT NULL,
	"role" text,
	"name" text NOT NULL,
	"above" text[] DEFAULT '{}' NOT NULL,
	"is_selectable" boolean DEFAULT true NOT NULL,
	"is_followed" boolean DEFAULT false NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "folders_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "folders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_folders" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"folder_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"remote_id" text NOT NULL,
	"date" timestamp with time zone NOT NULL,
	"unread" boolean NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_folders_tenant_id_folder_id_message_id_pk" PRIMARY KEY("tenant_id","folder_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_folders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "places_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "starred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "pending_starred" boolean;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_tenant_id_mailbox_id_mailboxes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","mailbox_id") REFERENCES "public"."mailboxes"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_folders" ADD CONSTRAINT "message_folders_tenant_id_folder_id_folders_tenant_id_id_fk" FOREIGN KEY ("tenant_id","folder_id") REFERENCES "public"."folders"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_folders" ADD CONSTRAINT "message_folders_tenant_id_message_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","message_id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "folders_once" ON "folders" USING btree ("tenant_id","mailbox_id","key");--> statement-breakpoint
CREATE INDEX "folders_of_user" ON "folders" USING btree ("tenant_id","user_id","mailbox_id");--> statement-breakpoint
CREATE INDEX "message_folders_listed" ON "message_folders" USING btree ("tenant_id","folder_id","date","message_id");--> statement-breakpoint
CREATE INDEX "message_folders_remote" ON "message_folders" USING btree ("tenant_id","mailbox_id","remote_id");--> statement-breakpoint
CREATE INDEX "message_folders_of_message" ON "message_folders" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "messages_starred" ON "messages" USING btree ("tenant_id","user_id","date","id") WHERE "messages"."starred";--> statement-breakpoint
CREATE INDEX "messages_by_message_id" ON "messages" USING btree ("tenant_id","mailbox_id","message_id");--> statement-breakpoint
CREATE INDEX "messages_gone" ON "messages" USING btree ("tenant_id","mailbox_id","gone_at") WHERE "messages"."gone_at" is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "folders" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "folders" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "message_folders" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "message_folders" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);