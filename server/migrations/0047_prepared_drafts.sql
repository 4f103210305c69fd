CREATE TABLE "prepared_drafts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"mail" uuid NOT NULL,
	"sender_kind" text,
	"written" jsonb,
	"written_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now(),
	"begun_at" timestamp with time zone,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prepared_drafts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "prepared_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "prepares_for" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "prepares_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "prepared_drafts" ADD CONSTRAINT "prepared_drafts_tenant_id_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "prepared_drafts_once" ON "prepared_drafts" USING btree ("tenant_id","user_id","mail");--> statement-breakpoint
CREATE INDEX "prepared_drafts_of_mailbox" ON "prepared_drafts" USING btree ("tenant_id","mailbox_id","begun_at");--> statement-breakpoint
CREATE INDEX "prepared_drafts_due" ON "prepared_drafts" USING btree ("next_at") WHERE "prepared_drafts"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "prepared_drafts_ready" ON "prepared_drafts" USING btree ("written_at") WHERE "prepared_drafts"."written_at" is not null;--> statement-breakpoint
CREATE INDEX "prepared_drafts_by_age" ON "prepared_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE POLICY "personal_fence" ON "prepared_drafts" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "prepared_drafts" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);