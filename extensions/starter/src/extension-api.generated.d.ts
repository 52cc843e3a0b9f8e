/** A value of a field: a moment is a text in ISO 8601, a choice its value, choices and lists are lists. Empty is `null`. */
export type ExtensionValue = string | number | boolean | null | readonly string[] | readonly number[];
/** The field that a value is of. */
export interface ExtensionField {
	/** The key in the exported JSON. */
	name: string;
	label: string;
	/** The type, such as `text` or `integer`. */
	type: string;
	isRequired: boolean;
	unit?: string;
	minimum?: number;
	maximum?: number;
	/** Of a choice: what can be chosen, in order. */
	options?: readonly {
		value: string;
		label: string;
	}[];
}
/** How the console looks around an extension. */
export interface ExtensionLook {
	colorScheme: "light" | "dark";
	/** CSS colors. */
	primaryColor: string;
	textColor: string;
	dimmedColor: string;
	borderColor: string;
	inputColor: string;
	fontFamily: string;
	/** Pixels. */
	fontSize: number;
	/** Pixels. */
	radius: number;
}
/** What an editor is for. It is passed again after each change. */
export interface EditorContext {
	value: ExtensionValue;
	field: ExtensionField;
	/** The item that is edited; its id is `null` until it is saved first. */
	item: {
		templateId: string;
		id: number | null;
	} | null;
	/** Why the value cannot be saved as it is. */
	error: string | null;
	look: ExtensionLook;
	/** BCP 47. */
	language: string;
}
/** A saved item. */
export interface ExtensionItem {
	templateId: string;
	id: number;
	label: string;
	/**
	* Its values by the names of fields, joined by dots for fields in groups, as in records (docs/sheets.md): without empty ones; a link is
	* `#12`, or `hero:#12` where it can lead to several templates; a dynamic group is a list of such objects.
	*/
	values: {
		readonly [name: string]: unknown;
	};
}
/** What a panel is for. It is passed again when the item was saved. */
export interface PanelContext {
	/** As it was saved last: what is being typed is not in it. */
	item: ExtensionItem;
	look: ExtensionLook;
	/** BCP 47. */
	language: string;
}
/** What an action is for. */
export interface ActionContext {
	templateId: string;
	/** The fields of the template that an action can change, by their names in `values`. */
	fields: readonly ExtensionField[];
	/** The selected items, the first 1,000 of them. */
	items: readonly ExtensionItem[];
	/** How many are selected. */
	selected: number;
	look: ExtensionLook;
	/** BCP 47. */
	language: string;
}
/** What a card of the dashboard is for. */
export interface CardContext {
	workspace: {
		id: number;
		name: string;
	};
	project: {
		id: number;
		name: string;
	};
	instance: {
		id: number;
		environment: "Dev" | "Stage" | "Prod";
	};
	look: ExtensionLook;
	/** BCP 47. */
	language: string;
}
/** New values of an item, at most 50 with its label; what is not named stays as it is, and an empty value clears its field. */
export interface ProposedChange {
	id: number;
	label?: string;
	/** By the names of fields, as in {@link ExtensionItem}. */
	values?: {
		readonly [name: string]: ExtensionValue;
	};
}
/** How a value is drawn on one line, in lists, grids and comparisons; the console draws it. */
export interface CellDrawing {
	/** At most 200 characters; the value as text by default. */
	text?: string;
	/** A square before the text: `#` and 3, 6 or 8 hexadecimal digits. */
	color?: string;
	/** A small picture before the text: a `data:` address of a PNG, JPEG or WebP image, at most 16 kB. */
	picture?: string;
}
/** What an extension can ask of the console while its panel or card is shown. */
export interface Panel {
	/** Shows a short message, at most 200 characters. */
	toast: (text: string) => void;
	/** Opens an item, after asking about unsaved changes. */
	openItem: (templateId: string, id: number) => void;
}
/** What an extension can ask of the console while its editor is shown. */
export interface Editor extends Panel {
	/** Puts a value into the field, as if it was typed. */
	change: (value: ExtensionValue) => void;
}
/** What an extension can ask of the console while its action is shown. */
export interface Action extends Panel {
	/** Proposes changes of the selected items, in place of those before: the user sees each item before and after, and applies them or not. */
	change: (items: readonly ProposedChange[]) => void;
}
/** The parts of an extension, for `quartermaster.define()` in its script. */
export interface Extension {
	/** Called once with the element to draw into; the returned function is called with each context, beginning with the first. */
	editor?: (root: HTMLElement, editor: Editor) => (context: EditorContext) => void;
	/** Called once for each value; without it, the console draws the value as it does for fields without an extension. */
	cell?: (value: ExtensionValue, field: ExtensionField) => CellDrawing;
	/** Like `editor`, for a panel next to the form of an item. */
	panel?: (root: HTMLElement, panel: Panel) => (context: PanelContext) => void;
	/** Like `editor`, for what is done with the selected items of a list. */
	action?: (root: HTMLElement, action: Action) => (context: ActionContext) => void;
	/** Like `editor`, for a card of the dashboard. */
	card?: (root: HTMLElement, card: Panel) => (context: CardContext) => void;
}
/** The element of a host that edits values: its properties are set before it is in the page, `context` again after each change. */
export interface EditorElement extends HTMLElement {
	editor: Editor;
	context: EditorContext;
}
/** The same for a panel of an item. @public */
export interface PanelElement extends HTMLElement {
	panel: Panel;
	context: PanelContext;
}
/** The same for an action on selected items. */
export interface ActionElement extends HTMLElement {
	action: Action;
	context: ActionContext;
}
/** The same for a card of the dashboard. @public */
export interface CardElement extends HTMLElement {
	card: Panel;
	context: CardContext;
}
/** A panel, action or card of a host. */
export interface HostPart {
	title: string;
	/** The ids of the templates that it is for; all by default. Cards are for none. */
	templates?: readonly string[] | undefined;
	/** The name of its custom element. */
	element: string;
}
/** An extension that is part of a host's own page, which trusts it. */
export interface HostExtension {
	/** As templates name it: lower-case words joined by hyphens, such as `acme-color`. */
	name: string;
	/** What the console calls it; its name by default. */
	title?: string | undefined;
	/** The types of the fields that it can edit. */
	editorTypes?: readonly string[] | undefined;
	/** The name of its custom element, an {@link EditorElement}. */
	element?: string | undefined;
	/** How a value is drawn on one line; the console draws values without it. */
	cell?: ((value: ExtensionValue, field: ExtensionField) => CellDrawing) | undefined;
	/** Next to the form of an item; its element is a {@link PanelElement}. */
	panel?: HostPart | undefined;
	/** For the selected items of a list; its element is an {@link ActionElement}. */
	action?: HostPart | undefined;
	/** On the dashboard; its element is a {@link CardElement}. */
	card?: HostPart | undefined;
}
/** The global `quartermaster` in the frame of an extension. @public */
export interface ExtensionHost {
	/** The version of this interface. */
	version: 1;
	/** Called once by the script. */
	define: (extension: Extension) => void;
}
