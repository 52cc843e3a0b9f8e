CREATE TABLE "import_parts" (
	"import_id" integer NOT NULL,
	"part" integer NOT NULL,
	"rows" text NOT NULL,
	"checked" text,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"conflict" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "import_parts_import_id_part_pk" PRIMARY KEY("import_id","part")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"instance_id" integer NOT NULL,
	"template_id" text NOT NULL,
	"account_id" integer,
	"actor" text DEFAULT 'account' NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"request" jsonb NOT NULL,
	"resolution" jsonb,
	"rows" integer DEFAULT 0 NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"new_rows" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"conflict" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"ignored_columns" jsonb DEFAULT '[]' NOT NULL,
	"change_set_id" integer,
	"idempotency_key" uuid,
	"body_hash" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_instance_id_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_change_set_id_syncs_id_fk" FOREIGN KEY ("change_set_id") REFERENCES "public"."syncs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_instance" ON "imports" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_change_set" ON "imports" USING btree ("change_set_id") WHERE "imports"."change_set_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_idempotency" ON "imports" USING btree ("instance_id","idempotency_key") WHERE "imports"."idempotency_key" is not null;--> statement-breakpoint
ALTER TABLE "import_parts" ALTER COLUMN "rows" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "import_parts" ALTER COLUMN "checked" SET STORAGE EXTERNAL;
