CREATE TABLE "ai_choices" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"summary_model" text DEFAULT '' NOT NULL,
	"quick_model" text DEFAULT '' NOT NULL,
	"provider" text NOT NULL,
	"base_url" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"api_key_sealed" text,
	"daily_tokens" bigint,
	"daily_cost" real,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ai_choices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "summary_model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "quick_model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "daily_tokens" bigint;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "daily_cost" real;--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "allowed_providers" text[];--> statement-breakpoint
ALTER TABLE "ai_settings" ADD COLUMN "allowed_models" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ai_choices" ADD CONSTRAINT "ai_choices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "ai_choices" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "ai_choices" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);