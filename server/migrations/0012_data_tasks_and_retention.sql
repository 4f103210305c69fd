CREATE TABLE "data_tasks" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_tenant_id" uuid NOT NULL,
	"with_mail" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"mailbox_ids" uuid[] DEFAULT '{}' NOT NULL,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_by" uuid,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "data_tasks_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "data_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"messages" integer,
	"email_logs" integer,
	"audit" integer,
	"activity" integer,
	"summaries" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "retention_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_tasks_once" ON "data_tasks" USING btree ("tenant_id","user_id","kind","subject_id") WHERE "data_tasks"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "data_tasks_open" ON "data_tasks" USING btree ("created_at") WHERE "data_tasks"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "data_tasks_tenant_id_user_id_created_at_index" ON "data_tasks" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "data_tasks_subject_tenant_id_index" ON "data_tasks" USING btree ("subject_tenant_id");--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "data_tasks" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "data_tasks" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "tenant_fence" ON "retention_settings" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "platform_pass" ON "retention_settings" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);