CREATE TABLE "people_apart" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	CONSTRAINT "people_apart_tenant_id_user_id_person_id_other_id_pk" PRIMARY KEY("tenant_id","user_id","person_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "people_apart" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_merges" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_merges" ADD COLUMN "waits_for_hourly" integer;--> statement-breakpoint
ALTER TABLE "people_apart" ADD CONSTRAINT "people_apart_person" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."people"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_apart" ADD CONSTRAINT "people_apart_other" FOREIGN KEY ("tenant_id","other_id") REFERENCES "public"."people"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_apart_by_person" ON "people_apart" USING btree ("tenant_id","person_id");--> statement-breakpoint
CREATE INDEX "people_apart_by_other" ON "people_apart" USING btree ("tenant_id","other_id");--> statement-breakpoint
CREATE POLICY "personal_fence" ON "people_apart" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "people_apart" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);