-- From mail.sql of version 0.1.0, whose databases have all of this already: nothing that is as it should be is altered.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- GIN collects new words in a pending list, which every search scans. tidy_search flushes it every minute, so that only the first
-- sync of a mailbox fills it.
CREATE INDEX IF NOT EXISTS "message_search_tagged" ON "message_search" USING gin ("words") WITH (gin_pending_list_limit = 4096);--> statement-breakpoint
DO $$
BEGIN
  -- pglz, the default compression, takes a seventh of the time of storing mail; lz4 is faster.
  -- Some servers are built without it.
  IF EXISTS (SELECT FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals))
    AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'message_contents'::regclass AND attname IN ('text', 'html') AND attcompression <> 'l') THEN
    ALTER TABLE message_contents ALTER COLUMN text SET COMPRESSION lz4, ALTER COLUMN html SET COMPRESSION lz4;
  END IF;
  -- Keeps most mails within a page, because writing to the TOAST table costs as much as the rest of the insert.
  IF NOT EXISTS (SELECT FROM pg_class WHERE oid = 'message_contents'::regclass AND 'toast_tuple_target=8160' = ANY (reloptions)) THEN
    ALTER TABLE message_contents SET (toast_tuple_target = 8160);
  END IF;
  -- Not compressed, because words are read often.
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'message_search'::regclass AND attname = 'words' AND attstorage <> 'e') THEN
    ALTER TABLE message_search ALTER COLUMN words SET STORAGE external;
  END IF;
END $$;
