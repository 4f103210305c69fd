CREATE TABLE "forgotten_addresses" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"forgotten_at" timestamp with time zone NOT NULL,
	CONSTRAINT "forgotten_addresses_tenant_id_user_id_address_pk" PRIMARY KEY("tenant_id","user_id","address")
);
--> statement-breakpoint
ALTER TABLE "forgotten_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "learned_mails" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mail" uuid NOT NULL,
	CONSTRAINT "learned_mails_tenant_id_user_id_mail_pk" PRIMARY KEY("tenant_id","user_id","mail")
);
--> statement-breakpoint
ALTER TABLE "learned_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"job_title" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"is_saved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people_progress" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source" uuid NOT NULL,
	"after_id" uuid,
	"after_at" timestamp with time zone,
	CONSTRAINT "people_progress_tenant_id_user_id_source_pk" PRIMARY KEY("tenant_id","user_id","source")
);
--> statement-breakpoint
ALTER TABLE "people_progress" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people_undos" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_undos_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "people_undos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_addresses" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"person_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"received_count" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp with time zone,
	"last_received_at" timestamp with time zone,
	"score" double precision NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "person_addresses_tenant_id_user_id_address_pk" PRIMARY KEY("tenant_id","user_id","address")
);
--> statement-breakpoint
ALTER TABLE "person_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_words" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "person_words_tenant_id_user_id_address_word_pk" PRIMARY KEY("tenant_id","user_id","address","word")
);
--> statement-breakpoint
ALTER TABLE "person_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "forgotten_addresses" ADD CONSTRAINT "forgotten_addresses_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learned_mails" ADD CONSTRAINT "learned_mails_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_progress" ADD CONSTRAINT "people_progress_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_undos" ADD CONSTRAINT "people_undos_tenant_id_user_id_users_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_addresses" ADD CONSTRAINT "person_addresses_tenant_id_person_id_people_tenant_id_id_fk" FOREIGN KEY ("tenant_id","person_id") REFERENCES "public"."people"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_words" ADD CONSTRAINT "person_words_of_address" FOREIGN KEY ("tenant_id","user_id","address") REFERENCES "public"."person_addresses"("tenant_id","user_id","address") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_of_user" ON "people" USING btree ("tenant_id","user_id","id");--> statement-breakpoint
CREATE INDEX "people_undos_by_age" ON "people_undos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "person_addresses_of_person" ON "person_addresses" USING btree ("tenant_id","person_id");--> statement-breakpoint
CREATE INDEX "person_addresses_by_score" ON "person_addresses" USING btree ("tenant_id","user_id","score" desc,"address");--> statement-breakpoint
CREATE INDEX "person_words_by_word" ON "person_words" USING btree ("tenant_id","user_id","word","address");--> statement-breakpoint
CREATE POLICY "personal_fence" ON "forgotten_addresses" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "forgotten_addresses" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "learned_mails" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "learned_mails" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "people" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "people" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "people_progress" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "people_progress" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "people_undos" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "people_undos" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "person_addresses" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "person_addresses" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "personal_fence" ON "person_words" AS PERMISSIVE FOR ALL TO "intellibox_tenant" USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on') WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coalesce(current_setting('app.mail_closed', true), '') <> 'on');--> statement-breakpoint
CREATE POLICY "platform_pass" ON "person_words" AS PERMISSIVE FOR ALL TO "intellibox_platform" USING (true) WITH CHECK (true);