CREATE TABLE "voices" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"facts" jsonb,
	"edits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"learned_at" timestamp with time zone,
	"mails" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"learning_since" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "voices_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "voices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "voices" ADD CONSTRAINT "voices_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voices_due" ON "voices" USING btree ("next_at") WHERE "voices"."is_on";--> statement-breakpoint
CREATE POLICY "personal_fence" ON "voices" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "voices" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);