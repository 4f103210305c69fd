CREATE TABLE "briefing_mails" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	"minute" integer NOT NULL,
	"days" integer[] NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"problem" text DEFAULT '' NOT NULL,
	CONSTRAINT "briefing_mails_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "briefing_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "briefing_mails" ADD CONSTRAINT "briefing_mails_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "briefing_mails_due" ON "briefing_mails" USING btree ("next_at");--> statement-breakpoint
CREATE POLICY "personal_fence" ON "briefing_mails" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "briefing_mails" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);