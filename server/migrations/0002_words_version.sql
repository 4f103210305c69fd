-- What is there already was read in the way before this one.
ALTER TABLE "mailboxes" ADD COLUMN "words_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mailboxes" ALTER COLUMN "words_version" SET DEFAULT 2;
