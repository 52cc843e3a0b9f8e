CREATE TABLE "views" (
	"id" serial PRIMARY KEY NOT NULL,
	"project_id" integer NOT NULL,
	"template_id" text NOT NULL,
	"account_id" integer,
	"name" text NOT NULL,
	"list" jsonb NOT NULL,
	"is_first" boolean NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "views_first_is_of_project" CHECK (not "views"."is_first" or "views"."account_id" is null)
);
--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "views_template" ON "views" USING btree ("project_id","template_id","id");--> statement-breakpoint
CREATE INDEX "views_account" ON "views" USING btree ("account_id") WHERE "views"."account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "views_first" ON "views" USING btree ("project_id","template_id") WHERE "views"."is_first";