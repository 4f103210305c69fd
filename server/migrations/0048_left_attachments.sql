ALTER TABLE "mailboxes" ADD COLUMN "leaves_files" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "left_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_left" ON "messages" USING btree ("tenant_id","mailbox_id","date") WHERE "messages"."left_bytes" > 0;