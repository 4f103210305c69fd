CREATE TABLE "invitation_answers" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"uid" text NOT NULL,
	"sequence" integer NOT NULL,
	"occurrence" text NOT NULL,
	"answer" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "invitation_answers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "invitation_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message_contents" ADD COLUMN "calendar_uid" text;--> statement-breakpoint
ALTER TABLE "invitation_answers" ADD CONSTRAINT "invitation_answers_tenant_id_message_id_messages_tenant_id_id_fk" FOREIGN KEY ("tenant_id","message_id") REFERENCES "public"."messages"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_answers_of_message" ON "invitation_answers" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "invitation_answers_of_event" ON "invitation_answers" USING btree ("tenant_id","user_id","uid");--> statement-breakpoint
CREATE INDEX "message_contents_calendar_uid" ON "message_contents" USING btree ("tenant_id","user_id","calendar_uid") WHERE "message_contents"."calendar_uid" is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "invitation_answers" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "invitation_answers" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);