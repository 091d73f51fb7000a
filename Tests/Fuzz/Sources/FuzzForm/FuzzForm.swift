import ApusSerialization
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForm(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  for charset in [TextCharset.utf8, .windows1252, .utf16] {
    do throws(FormError) {
      let form = try FormFields(parsing: input.bytes.span, charset: charset)
      check(form, charset)
    } catch {
      require(!error.description.isEmpty, "an error without words")
    }
  }
  checkWriting(input.bytes)
  return 0
}

/// A parsed form is written as an equivalent form.
private func check(_ form: FormFields, _ charset: TextCharset) {
  for field in form.all {
    let first = form.all.first { $0.name.utf8.elementsEqual(field.name.utf8) }
    require(form[field.name] == first?.value ?? "", "a name finds another field's value")
    require(form.values(of: field.name).contains(field.value ?? ""), "a value is lost")
  }
  // UTF-16 drops a byte order mark at the start of a text, so that such a text changes when it is
  // written.
  guard charset != .utf16 else { return }
  let parameters = RequestParameters(
    ordered: form.all.map { ($0.name, $0.value.map { .text($0) } ?? .null) })
  var style = RequestParameters.Style()
  style.charset = charset
  for escaping in RequestParameters.Style.Escaping.allCases {
    style.escaping = escaping
    let text = try? parameters.formText(style)
    let again = text.flatMap { text in
      try? FormFields(parsing: Array(text.utf8).span, charset: charset)
    }
    // A field without name and value is not written.
    let kept = form.all.filter { $0.value != nil || !$0.name.isEmpty }
    require(again?.all == kept, "a form is written otherwise than it was read")
  }
}

/// Any bytes come back as the value of a field.
private func checkWriting(_ bytes: [UInt8]) {
  let parameters = RequestParameters(ordered: [("a", .data(bytes)), ("b", 1)])
  let text = try? parameters.formText()
  let form = text.flatMap { try? FormFields(parsing: Array($0.utf8).span, charset: .latin1) }
  require(form?["a"] == TextCharset.latin1.decode(bytes.span), "bytes did not come back")
  require(form?.all.count == 2, "bytes became fields")
}
