CREATE TABLE "import_results" (
	"import_id" integer NOT NULL,
	"part" integer NOT NULL,
	"rows" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"conflict" integer NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "import_results_import_id_part_pk" PRIMARY KEY("import_id","part")
);
--> statement-breakpoint
ALTER TABLE "import_results" ADD CONSTRAINT "import_results_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" DROP COLUMN "checked";--> statement-breakpoint
ALTER TABLE "import_parts" DROP COLUMN "added";--> statement-breakpoint
ALTER TABLE "import_parts" DROP COLUMN "changed";--> statement-breakpoint
ALTER TABLE "import_parts" DROP COLUMN "unchanged";--> statement-breakpoint
ALTER TABLE "import_parts" DROP COLUMN "conflict";--> statement-breakpoint
ALTER TABLE "import_parts" DROP COLUMN "refused";--> statement-breakpoint
ALTER TABLE "import_results" ALTER COLUMN "rows" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Those that were checked before have no results.
DELETE FROM "imports" WHERE "change_set_id" IS NULL;
