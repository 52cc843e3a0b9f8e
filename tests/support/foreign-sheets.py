"""Writes sheets as other programs do, and prints each with the right answer beside it, as JSON.

Each case: the file in Base64, and per row of the file what becomes of an item that has a value in every field. `rows`: the changed
values by field; `None` only where the cell was cleared on purpose, which is an empty cell. `refused`: the reason by column.
`problem`: why the whole file is refused. `note`: what is said about the file. Everything that a case does not name must stay as it was.
"""

import base64
import csv
import datetime
import io
import json
import re
import zipfile

from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904

cases = []


def case(name, content, rows=None, refused=None, problem=None, note=None):
    file = {"name": name, "file": base64.b64encode(content).decode()}
    cases.append({**file, "rows": rows or {}, "refused": refused or {}, "problem": problem, "note": note})


def text(lines, encoding="utf-8", end="\r\n"):
    return (end.join(lines) + end).encode(encoding)


def table(rows, **options):
    """As the module `csv`, and pandas with it, writes them."""
    out = io.StringIO()
    csv.writer(out, **options).writerows(rows)
    return out.getvalue().encode()


def calculated(xml):
    # openpyxl asks sheet programs to calculate all formulas when they open the file.
    return xml.replace(' fullCalcOnLoad="1"', "")


def book(fill, epoch=None, edit=None, is_calculated=False):
    workbook = Workbook()
    if epoch:
        workbook.epoch = epoch
    fill(workbook)
    out = io.BytesIO()
    workbook.save(out)
    if not edit:
        return out.getvalue()
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(out.getvalue())) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry.filename)
            if entry.filename.endswith("sheet1.xml"):
                content = edit(content.decode()).encode()
            elif entry.filename == "xl/workbook.xml" and is_calculated:
                content = calculated(content.decode()).encode()
            new.writestr(entry.filename, content)
    return changed.getvalue()


def sheet(rows, **options):
    def fill(workbook):
        for row in rows:
            workbook.active.append(row)

    return book(fill, **options)


def result(value):
    return lambda xml: re.sub(r"<v\s*/>|<v></v>", f"<v>{value}</v>", xml)


def formatted(header, value, number_format, **options):
    def fill(workbook):
        workbook.active.append(["SKU", header])
        workbook.active.append(["A-1", value])
        workbook.active["B2"].number_format = number_format

    return book(fill, **options)


def merged(span, rows):
    def fill(workbook):
        for row in rows:
            workbook.active.append(row)
        workbook.active.merge_cells(span)

    return book(fill)


plain = ["SKU,Note,Price,Count", "A-1,Größe,2.5,3", "A-2,Küche,4,5"]
read = {2: {"SKU": "A-1", "Note": "Größe", "Price": 2.5, "Count": 3}, 3: {"SKU": "A-2", "Note": "Küche", "Price": 4, "Count": 5}}

# Encodings and ends of lines, as Excel, LibreOffice and shells write them.
case("utf-8", text(plain), read)
case("utf-8 with a mark, as Excel", text(plain, "utf-8-sig"), read)
case("utf-16 with tabs, as Excel's Unicode text", text([line.replace(",", "\t") for line in plain], "utf-16"), read)
case("windows-1252 with semicolons, as German Excel", text([line.replace(",", ";") for line in plain], "cp1252"), read)
case("line feeds only", text(plain, end="\n"), read)
case("carriage returns only, as old Macs", text(plain, end="\r"), read)
case("pipes", text([line.replace(",", "|") for line in plain]), read)
case("a separator named in the first line, as Excel reads it", text(["sep=;"] + [line.replace(",", ";") for line in plain]),
     {3: read[2], 4: read[3]})
for encoding, note in [
    ("shift_jis", "鉄の剣と盾、回復薬"), ("euc_jp", "鉄の剣と盾、回復薬"), ("gb18030", "火焰剑，传说武器"), ("big5", "火焰劍，傳說武器"),
    ("euc_kr", "불의 검, 전설 무기".replace(",", "")), ("cp1250", "Źdźbło żelazną łyżką"), ("cp1251", "Железный щит, меч".replace(",", "")),
]:
    case(encoding, text(["SKU,Note", f"A-1,{note}", f"A-2,{note}"], encoding),
         {2: {"SKU": "A-1", "Note": note}, 3: {"SKU": "A-2", "Note": note}})

# Programs that write no mark, and files in which other letters are rare or added by another program.
sword = "Огненныймечвеликогогероя" * 12
for encoding in ["utf-16-le", "utf-16-be"]:
    case(f"{encoding} without a mark", text(["SKU,Note", f"A-1,{sword}"], encoding), {2: {"SKU": "A-1", "Note": sword}})
case("other letters far from the start", text(["SKU,Note", f"A-1,{'plain ' * 20_000}", "A-2,Огненный меч"], "cp1251"),
     {2: {"SKU": "A-1", "Note": "plain " * 20_000}, 3: {"SKU": "A-2", "Note": "Огненный меч"}}, note="Cyrillic")
case("utf-8 with a line in another encoding", text(["SKU,Note", "A-1,Größe", "A-2,Füße"]) + text(["A-3,Küche"], "cp1252"),
     {2: {"SKU": "A-1", "Note": "Größe"}, 3: {"SKU": "A-2", "Note": "Füße"}, 4: {"SKU": "A-3"}}, {4: {"Note": "not UTF-8"}},
     note="Not all of the file is UTF-8.")
case("utf-32, as only programs write it", text(["SKU,Note", "A-1,Größe"], "utf-32"), problem="The file is in UTF-32.")

# What pandas writes.
case("an index column without a name, as to_csv", table([["", "SKU", "Price"], [0, "A-1", 2.5], [1, "A-2", 4.0]], lineterminator="\n"),
     {2: {"SKU": "A-1", "Price": 2.5}, 3: {"SKU": "A-2", "Price": 4}})
case("whole numbers as floats, as pandas writes columns with gaps", table([["SKU", "Count"], ["A-1", "3.0"], ["A-2", ""]]),
     {2: {"SKU": "A-1"}, 3: {"SKU": "A-2", "Count": None}}, {2: {"Count": "should be integer"}})
case("nan", table([["SKU", "Price"], ["A-1", "nan"]]), {2: {"SKU": "A-1"}}, {2: {"Price": "should be a number"}})
case("booleans of Python", table([["SKU", "Active"], ["A-1", True], ["A-2", False]]),
     {2: {"SKU": "A-1", "Active": True}, 3: {"SKU": "A-2", "Active": False}})
case("exponents", table([["SKU", "Price"], ["A-1", "1.5e-05"], ["A-2", "1E+3"]]),
     {2: {"SKU": "A-1", "Price": 1.5e-05}, 3: {"SKU": "A-2", "Price": 1000}})
case("all quoted", table([["SKU", "Note", "Count"], ["A-1", "say \"hi\"", 3]], quoting=csv.QUOTE_ALL),
     {2: {"SKU": "A-1", "Note": "say \"hi\"", "Count": 3}})
case("a line break within quotes", table([["SKU", "Note"], ["A-1", "one\ntwo"], ["A-2", "x"]], lineterminator="\n"),
     {2: {"SKU": "A-1", "Note": "one\ntwo"}, 3: {"SKU": "A-2", "Note": "x"}})

# Numbers as people of several countries write them.
case("decimal commas", text(["SKU;Price", "A-1;2,5"]), {2: {"SKU": "A-1"}}, {2: {"Price": "should be a number"}})
case("grouped digits", text(["SKU;Price", "A-1;1.234,56", "A-2;1,234"]),
     {2: {"SKU": "A-1"}, 3: {"SKU": "A-2"}}, {2: {"Price": "should be a number"}, 3: {"Price": "should be a number"}})
case("lists with decimal commas", text(["SKU\tOdds", "A-1\t1,5;2,5", "A-2\t1,000", "A-3\t1.5; 2"]),
     {2: {"SKU": "A-1", "Odds": [1.5, 2.5]}, 3: {"SKU": "A-2"}, 4: {"SKU": "A-3", "Odds": [1.5, 2]}}, {3: {"Odds": "can be one number or several"}})
case("digits that are no number", text(["SKU,Note", "00123,0049 30"]), {2: {"SKU": "00123", "Note": "0049 30"}})
case("ids of 64 bits", text(["SKU,Note,Count", "76561198012345678,9007199254740993,9007199254740993"]),
     {2: {"SKU": "76561198012345678", "Note": "9007199254740993"}}, {2: {"Count": "9007199254740991"}})
case("percent and money", text(["SKU,Price,Count", "A-1,50%,3", "A-2,$5,4"]),
     {2: {"SKU": "A-1", "Count": 3}, 3: {"SKU": "A-2", "Count": 4}}, {2: {"Price": "should be a number"}, 3: {"Price": "should be a number"}})
case("dates without a zone", text(["SKU,Start", "A-1,2026-11-25 03:00", "A-2,25.11.2026", "A-3,2026-11-25T03:00:00Z"]),
     {2: {"SKU": "A-1"}, 3: {"SKU": "A-2"}, 4: {"SKU": "A-3", "Start": "2026-11-25T03:00:00Z"}}, {2: {"Start": "zone"}, 3: {"Start": "date and time"}})
case("options in another case", text(["SKU,Rarity", "A-1,LEGENDARY ", "A-2,mythic"]),
     {2: {"SKU": "A-1", "Rarity": "o2"}, 3: {"SKU": "A-2"}}, {3: {"Rarity": "is not one of the options"}})
case("a formula as text", text(["SKU,Note", "A-1,'=1+2"]), {2: {"SKU": "A-1", "Note": "=1+2"}})
case("only separators in a list", text(["SKU,Odds", 'A-1,";"']), {2: {"SKU": "A-1"}}, {2: {"Odds": "has no value"}})

# Shapes of a sheet.
case("a title and an empty line above the header", text(["Prices of autumn,,", ",,", "SKU,Price,Count", "A-1,2.5,3"]),
     {4: {"SKU": "A-1", "Price": 2.5, "Count": 3}})
case("empty lines and columns", text(["SKU,,Price", ",,", "A-1,,2.5", ",,", "A-2,,4", ",,"]),
     {3: {"SKU": "A-1", "Price": 2.5}, 5: {"SKU": "A-2", "Price": 4}})
case("blanks around names and values", text([" SKU , price ", " A-1 , 2.5 "]), {2: {"SKU": " A-1 ", "Price": 2.5}})
case("a row that is too short", text(["SKU,Price,Note", "A-1,2.5"]), {2: {"SKU": "A-1", "Price": 2.5}})
case("a row that is too long", text(["SKU,Price", "A-1,2,5,7"]), problem="Row 2 has a value in column C")
case("a quote that is not closed", text(["SKU,Price", 'A-1,"2.5', "A-2,4"]), problem="Row 2 has a quote that is not closed")
case("a header alone", text(["SKU,Price"]), problem="no rows below it")
case("blank cells clear what they name, and nothing else", text(["SKU,Price,Note", "A-1,,"]), {2: {"SKU": "A-1", "Price": None, "Note": None}})

# Workbooks as openpyxl, Excel and LibreOffice write them.
header = ["SKU", "Note", "Price", "Count"]
case("a workbook", sheet([header, ["A-1", "Größe", 2.5, 3], ["A-2", "Küche", 4, 5]]), read)
case("numbers as texts", sheet([header, ["007", "0049", "2.5", "3"]]), {2: {"SKU": "007", "Note": "0049", "Price": 2.5, "Count": 3}})
case("a number in a column of texts", sheet([["SKU", "Note"], [12, 2.5]]), {2: {"SKU": "12", "Note": "2.5"}})
case("booleans", sheet([["SKU", "Active"], ["A-1", True], ["A-2", False]]),
     {2: {"SKU": "A-1", "Active": True}, 3: {"SKU": "A-2", "Active": False}})
case("merged down", merged("B2:B4", [["SKU", "Note"], ["A-1", "all three"], ["A-2", None], ["A-3", None]]),
     {row: {"SKU": f"A-{row - 1}", "Note": "all three"} for row in (2, 3, 4)})
case("merged across two fields", merged("B2:C2", [["SKU", "Note", "Price"], ["A-1", "both", None], ["A-2", "x", 2]]),
     {2: {"SKU": "A-1", "Note": "both"}, 3: {"SKU": "A-2", "Note": "x", "Price": 2}}, {2: {"Price": "merged"}})
case("a time of day", formatted("Price", datetime.time(12, 0), "h:mm"), {2: {"SKU": "A-1"}}, {2: {"Price": "should be a number"}})
case("a duration", formatted("Price", datetime.timedelta(hours=30), "[h]:mm:ss"), {2: {"SKU": "A-1"}}, {2: {"Price": "should be a number"}})
case("a date in a number", formatted("Price", datetime.datetime(2026, 11, 25), "yyyy-mm-dd"), {2: {"SKU": "A-1"}}, {2: {"Price": "number"}})
for epoch, name in [(None, "1900"), (CALENDAR_MAC_1904, "1904")]:
    options = {"epoch": epoch} if epoch else {}
    case(f"a moment, counted from {name}", formatted("Start", datetime.datetime(2026, 11, 25, 3), "yyyy-mm-dd hh:mm", **options),
         {2: {"SKU": "A-1", "Start": "2026-11-25T03:00:00Z"}}, note="Those of column B are read as UTC.")
case("leading zeros by a format", formatted("Note", 123, "00000"), {2: {"SKU": "A-1", "Note": "00123"}})
case("a percentage", formatted("Price", 0.5, "0%"), {2: {"SKU": "A-1"}}, {2: {"Price": "should be a number"}})
case("an error", sheet([["SKU", "Price"], ["A-1", "#N/A"], ["A-2", 2]], edit=lambda xml: xml),
     {2: {"SKU": "A-1"}, 3: {"SKU": "A-2", "Price": 2}}, {2: {"Price": "#N/A"}})
case("a formula without its result, as openpyxl writes it", sheet([["SKU", "Price"], ["A-1", "=1+2"]]),
     {2: {"SKU": "A-1"}}, {2: {"Price": "formula"}})
case("a formula with its result, as Excel writes it",
     sheet([["SKU", "Price"], ["A-1", "=1+2"]], edit=result("3"), is_calculated=True), {2: {"SKU": "A-1", "Price": 3}})
case("a formula with 0 in place of its result, as XlsxWriter writes it", sheet([["SKU", "Price"], ["A-1", "=1+2"]], edit=result("0")),
     {2: {"SKU": "A-1"}}, {2: {"Price": "formula"}})
case("a formula of a text without its result",
     sheet([["SKU", "Note"], ["A-1", "=A2"]], edit=lambda xml: re.sub(r'<c r="B2".*?</c>', '<c r="B2" t="str"><f>A2</f></c>', xml), is_calculated=True),
     {2: {"SKU": "A-1"}}, {2: {"Note": "formula"}})
case("an identifier by a format", formatted("Note", 7, '"SW-"0000'), {2: {"SKU": "A-1", "Note": "SW-0007"}})
case("digits in groups by a format", formatted("Note", 15551234, "000\\-0000"), {2: {"SKU": "A-1", "Note": "1555-1234"}})
case("a number with its unit by a format", formatted("Count", 5, '0" pcs"'), {2: {"SKU": "A-1", "Count": 5}})
case("a duration in days", formatted("Note", 1.5, 'd "days" h:mm'), {2: {"SKU": "A-1"}}, {2: {"Note": "format that is not read"}})
case("a date without its year", formatted("Start", datetime.datetime(2026, 11, 25), "d-mmm hh:mm"), {2: {"SKU": "A-1", "Start": "2026-11-25T00:00:00Z"}})
case("a title, an empty row and an empty column", sheet([["Autumn"], [], [None, "SKU", "Price"], [None, "A-1", 2.5], [], [None, "A-2", 4]]),
     {4: {"SKU": "A-1", "Price": 2.5}, 6: {"SKU": "A-2", "Price": 4}})


def two_sheets(workbook):
    workbook.active.title = "Cover"
    second = workbook.create_sheet("Prices")
    for row in [["SKU", "Price"], ["A-1", 2.5]]:
        second.append(row)


def decorated(workbook):
    ws = workbook.active
    ws.append(["SKU", "Note", "Price"])
    ws.append(["A-1", "", 2.5])
    ws["B2"] = "say hi"
    ws["A1"].font = Font(bold=True)
    ws["B2"].comment = Comment("from the meeting", "Ann")
    ws["A2"].hyperlink = "https://studio.test/a-1"
    ws.freeze_panes = "A2"
    ws.auto_filter.ref = "A1:C2"


def two_lines(workbook):
    ws = workbook.active
    for row in [["SKU", "Values", None, "Note"], [None, "Price", "Count", None], ["A-1", 2.5, 3, "x"]]:
        ws.append(row)
    for span in ["A1:A2", "B1:C1", "D1:D2"]:
        ws.merge_cells(span)


case("a header of two lines with merged cells", book(two_lines), {3: {"SKU": "A-1", "Price": 2.5, "Count": 3, "Note": "x"}},
     note="The header is in row 2.")
case("an empty first sheet", book(two_sheets), {2: {"SKU": "A-1", "Price": 2.5}})
bold = '<c r="B2" t="inlineStr"><is><r><t xml:space="preserve">say </t></r><r><rPr><b/></rPr><t>hi</t></r></is></c>'
case("bold words, comments, links, filters", book(decorated, edit=lambda xml: re.sub(r'<c r="B2".*?</c>', bold, xml)), {2: {"SKU": "A-1", "Note": "say hi", "Price": 2.5}})
case("whole numbers of more digits than a number keeps", sheet([["SKU", "Note"], [76561198012345678, "x"]]), {2: {"Note": "x"}}, {2: {"SKU": "not stored exactly"}})

print(json.dumps(cases))
