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
    } else if let dot = value.lastIndex(of: "."),
      value[dot...].dropFirst().allSatisfy({ $0.isLetter || $0.isNumber })
    {
      let name = value[dot...].dropFirst()
      forms = ["`\(name)`", ".\(name)`"]
    } else {
      forms = []
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
