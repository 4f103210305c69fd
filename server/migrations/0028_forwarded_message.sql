ALTER TABLE "drafts" ADD COLUMN "forward" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "forward_id" uuid;