ALTER TABLE "mailboxes" ADD COLUMN "older_count" integer;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "left_fault" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "forwards_as_file" boolean DEFAULT false NOT NULL;