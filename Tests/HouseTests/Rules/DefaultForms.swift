/// The ways to write an initial value of a setting in prose: `.seconds(60)` is 60 seconds or one
/// minute. A value without a known form, such as a list, has none.
struct DefaultForms {
  let forms: [String]

  private static let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  init(of value: String) {
    let parts = value.split(separator: " ")
    let digits = Int(value.filter { $0 != "_" })
    if value == "nil" || value == "true" || value == "false"
      || Double(value) != nil && digits == nil
    {
      forms = [value]
    } else if value == "[]" || value == "[:]" {
      forms = ["empty", "none", "exact"]
    } else if let digits {
      forms = Self.forms(of: digits) + (digits == 86_400 ? ["one day"] : [])
    } else if let count = Self.argument(of: "seconds", in: value) {
      forms = Self.seconds(count)
    } else if let count = Self.argument(of: "milliseconds", in: value) {
      forms = Self.forms(of: count).map { $0 + " milliseconds" }
    } else if parts.count == 3, parts[1] == "<<", let count = Int(parts[0]),
      let bits = Int(parts[2])
    {
      let unit = bits == 10 ? " KiB" : bits == 20 ? " MiB" : " GiB"
      forms = ["\(count)\(unit)"] + Self.forms(of: count << bits)
    } else if let call = value.firstRange(of: "().") {
      // A member of another type's defaults: the comment names that type.
      forms = value[..<call.lowerBound].split(separator: ".").last.map { [String($0)] } ?? []
    } else if let dot = value.lastIndex(of: "."), !value.hasSuffix("Count"),
      value[dot...].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber })
    {
      forms = [String(value[dot...].dropFirst())]
    } else {
      forms = []
    }
  }

  /// Returns whether a sentence has one of the forms, as whole words.
  ///
  /// The name of a member can be written as words: `inMemory` is "in memory", `utf8` is "UTF-8".
  func isStated(in sentence: some StringProtocol) -> Bool {
    let words = sentence.lowercased().split { " ;:()`".contains($0) }
      .map { $0.drop { $0 == "." } }.map { word in
        String(word.reversed().drop { ".,".contains($0) }.reversed())
      }
    let text = " " + words.joined(separator: " ") + " "
    let joined = text.filter { $0.isLetter || $0.isNumber }
    return forms.isEmpty
      || forms.contains { form in
        let isName = form.contains { $0.isUppercase } || form.first?.isLetter == true
        return text.contains(" " + form.lowercased() + " ")
          || isName && joined.contains(form.lowercased().filter { $0.isLetter || $0.isNumber })
      }
  }

  private static func argument(of name: String, in value: String) -> Int? {
    guard value.hasPrefix(".\(name)("), value.hasSuffix(")") else { return nil }
    return Int(value.dropFirst(name.count + 2).dropLast().filter { $0 != "_" })
  }

  private static func seconds(_ count: Int) -> [String] {
    var forms = forms(of: count).map { $0 + (count == 1 ? " second" : " seconds") }
    if count % 60 == 0 { forms.append(count == 60 ? "one minute" : "\(count / 60) minutes") }
    if count % 86_400 == 0 { forms.append(count == 86_400 ? "one day" : "\(count / 86_400) days") }
    return forms
  }

  private static func forms(of count: Int) -> [String] {
    [grouped(count)] + (words.indices.contains(count) ? [words[count]] : [])
  }

  private static func grouped(_ count: Int) -> String {
    count < 1_000
      ? "\(count)" : grouped(count / 1_000) + "," + String("\(1_000 + count % 1_000)".dropFirst())
  }
}
