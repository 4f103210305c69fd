CREATE TABLE "ai_feedback" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" text,
	"changed" real,
	CONSTRAINT "ai_feedback_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ai_feedback" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_feedback" ADD CONSTRAINT "ai_feedback_tenant_id_id_ai_usage_tenant_id_id_fk" FOREIGN KEY ("tenant_id","id") REFERENCES "public"."ai_usage"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "ai_feedback" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "ai_feedback" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);