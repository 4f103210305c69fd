ALTER TABLE "mailboxes" ALTER COLUMN "words_version" SET DEFAULT 4;--> statement-breakpoint
ALTER TABLE "message_contents" ADD COLUMN "html_text" text DEFAULT '' NOT NULL;