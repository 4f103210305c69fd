CREATE TABLE "templates" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body_html" text NOT NULL,
	"snippet" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "templates_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "templates_own_name" ON "templates" USING btree ("tenant_id","user_id",lower("name")) WHERE user_id is not null and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "templates_company_name" ON "templates" USING btree ("tenant_id",lower("name")) WHERE user_id is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "templates_removed" ON "templates" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE POLICY "personal_fence" ON "templates" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and (user_id is null or user_id = nullif(current_setting('app.user_id', true), '')::uuid) and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "templates" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);