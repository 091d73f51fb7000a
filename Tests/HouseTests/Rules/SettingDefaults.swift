/// The comment of each setting has its default: "The default is 30 seconds."
///
/// The sentence with the word *default* contains the initial value. A value that is itself a
/// structure of settings needs none, since its members have theirs.
struct SettingDefaults: Rule {
  private let types: Set = [
    "Budgets", "ClientConfiguration", "Configuration", "ConnectionOptions", "ContentLimits",
    "DecodingLimits", "DownloadSettings", "EgressRules", "HTTPRequestSerializer", "HostNames",
    "ImageLimits", "JSONCoder", "Limits", "Policy", "PoolLimits", "ReadingOptions", "Reconnection",
    "Redaction", "RedirectPolicy", "RequestOptions", "ResponseValidation", "RetryPolicy", "Rules",
    "ServerConfiguration", "Slowness", "Sockets", "Style", "TLSSettings", "Timeouts",
    "WritingOptions",
  ]

  func breaches(in house: House) -> [Breach] {
    house.libraryFiles.flatMap { file in
      settings(of: file).compactMap { setting in
        let forms = DefaultForms(of: setting.value)
        let isStated = setting.comment.split(separator: ". ")
          .contains { $0.lowercased().contains("default") && forms.isStated(in: $0) }
        guard !isStated else { return nil }
        return Breach(
          file, setting.line,
          "the comment of \(setting.name) lacks its default: \(forms.forms.first ?? setting.value)")
      }
    }
  }

  /// The number of settings in the sources, so that a test can tell that they were found.
  func count(in house: House) -> Int {
    house.libraryFiles.reduce(0) { $0 + settings(of: $1).count }
  }

  private struct Setting {
    let name: String
    let value: String
    let line: Int
    let comment: String
  }

  private func settings(of file: SourceFile) -> [Setting] {
    let scopes = file.outline.declarations.filter { $0.isType || $0.keyword == "extension" }
    guard scopes.contains(where: { isSettings($0) }) else { return [] }
    let lines = file.lines.map { String(decoding: $0, as: UTF8.self) }
    return lines.indices.compactMap { index in
      let words = lines[index].split(separator: " ")
      guard words.starts(with: ["public", "var"]), words.count > 2,
        let scope = scopes.last(where: { ($0.firstLine...$0.lastLine).contains(index + 1) }),
        isSettings(scope), let value = value(at: index, in: lines),
        !value.utf8.suffix(2).elementsEqual("()".utf8)
      else { return nil }
      let comment = lines[..<index].reversed().map { $0.drop { $0 == " " } }
        .prefix { $0.starts(with: "///") || $0.starts(with: "@") }.reversed()
      return Setting(
        name: String(words[2].prefix { $0 != ":" }), value: value, line: index + 1,
        comment: comment.map { $0.drop { $0 == "/" || $0 == " " } }.joined(separator: " "))
    }
  }

  private func isSettings(_ declaration: Outline.Declaration) -> Bool {
    types.contains(declaration.name.split(separator: ".").last.map(String.init) ?? "")
  }

  /// Returns the initial value of the property on a line; nil if it is computed or has none.
  private func value(at index: Int, in lines: [String]) -> String? {
    let line = lines[index]
    if let equals = line.firstRange(of: " = ") {
      let value = line[equals.upperBound...]
      // Observers can follow.
      return String(value.hasSuffix(" {") ? value.dropLast(2) : value)
    }
    guard line.last == "?" else { return nil }
    // An initializer can have the default of an optional property: `budget: Double? = 0.2`.
    let parameter = line.split(separator: " ").dropFirst(2).joined(separator: " ") + " = "
    for other in lines {
      guard let found = other.firstRange(of: parameter) else { continue }
      return String(other[found.upperBound...].prefix { $0 != "," && $0 != ")" })
    }
    return "nil"
  }
}
