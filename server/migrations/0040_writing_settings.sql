ALTER TABLE "mailboxes" ADD COLUMN "signature_html" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "is_default_sender" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "replies_to_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "images_policy" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tracks_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "follow_up_days" smallint DEFAULT 3;--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_default_sender" ON "mailboxes" USING btree ("tenant_id","user_id") WHERE "mailboxes"."is_default_sender";