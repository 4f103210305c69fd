CREATE TABLE "mail_changes" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "mail_changes_tenant_id_user_id_id_pk" PRIMARY KEY("tenant_id","user_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "platform_pass" ON "mail_changes" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);