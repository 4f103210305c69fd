ALTER TABLE "drafts" ADD COLUMN "copy_mailbox_id" uuid;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "copy_remote_id" text;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "copy_version" text;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "keeps_drafts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "draft_id" uuid;