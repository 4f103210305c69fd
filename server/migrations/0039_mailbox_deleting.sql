ALTER TABLE "mailboxes" ADD COLUMN "deletes_for_good" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "from_name" text;