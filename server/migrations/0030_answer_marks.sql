ALTER TABLE "messages" ADD COLUMN "answered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "forwarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "pending_answered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "pending_forwarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_pending_answer" ON "messages" USING btree ("tenant_id","mailbox_id") WHERE "messages"."pending_answered" or "messages"."pending_forwarded";