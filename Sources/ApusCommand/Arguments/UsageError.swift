import ApusBytes
import ApusHTTP
import ApusNames

/// An error in the command line. The description of the error contains advice.
enum UsageError: Error, Equatable {
  case unknownCommand(String, known: [String])
  case unknownOption(String, known: [String])
  case missingValue(option: String, placeholder: String)
  case unexpectedValue(option: String)
  case repeatedOption(String)
  case invalidValue(String, option: String, expected: String)
  case missingOption(String, placeholder: String)
  case missingOperand(String)
  case extraOperand(String)
  /// The password or the token of the credentials is missing. The associated value describes the
  /// credentials.
  case noPassword(String)
  /// A command-line word that must be text is not valid UTF-8.
  case notText(String)
  case contradiction(String, String)
  case invalidURL(String, HTTP.InvalidURL, String?)
  case invalidHost(String, NameError)
  case needsHTTPS(option: String)
  /// A command-line word is not a valid name for a certificate.
  case invalidName(String)
  /// A word after the URL is not a valid request item, for the given reason.
  case invalidItem(String, String)
  /// The note of an interrupted download cannot be read. The associated value is the name of the
  /// note's file.
  case invalidPart(String)
  /// The partial file of the output file belongs to a download from another URL.
  case otherPart(String)
  /// The server of a further URL differs from the server of the first URL.
  case otherServer(String)
  /// The output option names a single file for the content of several URLs.
  case oneFile
  /// A command-line word is not a valid HTTP method.
  case invalidMethod(String)
  /// The option for continuing a download requires an output file, but the user named a folder.
  case continuedFolder
  /// A line of a file is invalid, with the name of the file and the reason.
  case invalidLine(String, line: Int, String)
  /// The file of a named session cannot be read. The associated value is the session's name.
  case invalidSession(String)
  /// The environment names no folder for stored sessions.
  case noHome
  /// The content of a file must be JSON but is not, for the given reason.
  case notJSON(String, String)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownCommand(let word, let known) where known.contains(word.lowercased()):
      "command names are in lower case: type apus \(word.lowercased())"
    case .unknownCommand(let word, let known):
      "there is no command \"\(shown(word))\"; \(Self.advice(word, among: known, prefix: ""))"
    case .unknownOption("-k", let known) where known.contains("cacert"),
      .unknownOption("--insecure", let known) where known.contains("cacert"):
      "apus always verifies the server's certificate: type --cacert FILE to trust a "
        + "private root certificate"
    case .unknownOption("-X", let known) where known.contains("header"),
      .unknownOption("--request", let known) where known.contains("header"):
      "the request method is the command name: type apus get, head, post, put, patch or delete"
    case .unknownOption("--location", let known) where known.contains("header"):
      "there is no option --location: type --follow to follow redirects"
    case .unknownOption("--user", let known) where known.contains("header"):
      "there is no option --user: type --auth USER, with the password in --auth-file "
        + "FILE or in the variable APUS_AUTH_PASSWORD"
    case .unknownOption(let option, let known):
      known.isEmpty
        ? "there is no option \(shown(option)), because the command has no options"
        : "there is no option \(shown(option)); \(Self.advice(option, among: known, prefix: "--"))"
    case .missingValue(let option, let placeholder):
      "the option --\(option) needs a value: type --\(option) \(placeholder)"
    case .unexpectedValue(let option):
      "the option --\(option) takes no value: type --\(option) alone"
    case .repeatedOption(let option): "the option --\(option) is repeated: type --\(option) once"
    case .invalidValue(let value, let option, let expected):
      "\"\(shown(value))\" is not a valid value of --\(option): type \(expected)"
    case .missingOption(let option, let placeholder):
      "a required option is missing: type --\(option) \(placeholder)"
    case .missingOperand(let operand): "a required operand is missing: type \(operand)"
    case .extraOperand(let operand) where Self.isOfURL(operand):
      "\"\(shown(Redaction.queries(in: operand)))\" is one operand too many: a request "
        + "with content takes only one URL"
    case .extraOperand(let operand):
      "\"\(shown(operand))\" is one operand too many: remove the operand, or type -- in "
        + "front of a name that begins with a hyphen"
    case .noPassword(let words):
      "\(words) is missing: type --auth-file FILE, or set the variable APUS_AUTH_PASSWORD"
    case .notText(let word):
      "the argument \"\(shown(word))\" is not valid UTF-8: only file paths and content "
        + "may contain other bytes"
    case .contradiction(let one, let other):
      "the options --\(one) and --\(other) exclude each other: type only one of them"
    case .invalidHost(let text, let error):
      "\"\(shown(text))\" is not a valid host: \(error); type a host name or an IP address"
    case .needsHTTPS(let option):
      "the option --\(option) needs TLS, but the URL has the scheme http: type https://"
    case .invalidName(let word):
      "\"\(shown(word))\" is not a valid subject name: type a host name, an IP address, "
        + "a mail address or a URI"
    case .invalidItem(let word, let reason):
      "\"\(shown(word))\" is not a valid request item after the URL: "
        + reason
    case .otherServer(let url):
      "\(shown(Redaction.queries(in: url))) is on another server: all URLs of one "
        + "command must have the same server"
    case .oneFile: "a command with several URLs needs a folder: type --output FOLDER/"
    case .invalidMethod(let word):
      "\"\(shown(word))\" is not a valid request method: type a method such as REPORT "
        + "before the URL"
    case .invalidPart(let name):
      "the file \(name) of the interrupted download cannot be read: remove the file, or "
        + "leave out --continue"
    case .otherPart(let name):
      "the interrupted download of \(name) came from another URL: leave out --continue "
        + "to download the whole file from this URL"
    case .invalidLine(let name, let line, let reason): "\(name), line \(line): \(reason)"
    case .invalidSession(let name): "the file \(name) is not a valid session file: remove the file"
    case .noHome:
      "--session needs a folder for its files: set XDG_CONFIG_HOME or HOME to an absolute "
        + "path"
    case .continuedFolder:
      "--continue needs the path of the interrupted download in --output, not the path of "
        + "a folder"
    case .notJSON(let name, let reason):
      "the content of \(name) is not valid JSON: \(reason)"
    case .invalidURL(let text, let error, let advice):
      // The text before an @ sign may contain a password, so the error does not show the text.
      (text.utf8.contains(0x40) ? "the given text" : "\"\(shown(Redaction.queries(in: text)))\"")
        + " is not a valid URL: \(error)"
        + (advice.map { "; \($0)" } ?? "")
    }
  }

  private func shown(_ word: String) -> String { ForeignText.escaped(word.utf8) }

  private static func isOfURL(_ word: String) -> Bool { word.parts(around: "://").count > 1 }

  /// Returns whether the first command-line word is a URL, or becomes a URL with a scheme in front.
  static func isURL(_ word: String) -> Bool {
    if isOfURL(word) { return true }
    guard word.utf8.contains(where: { [0x2e, 0x3a, 0x2f].contains($0) }) else { return false }
    return (try? HTTP.URL("http://\(word)")) != nil
  }

  /// Returns advice with the known words that resemble a misspelled word, or with all known words.
  private static func advice(_ word: String, among known: [String], prefix: String) -> String {
    let bare = Array(word.utf8.drop { $0 == 0x2d })
    // Users of other tools may abbreviate an option to its first letter.
    let near = known.filter {
      bare.count == 1
        ? !prefix.utf8.isEmpty && $0.utf8.first == bare[0] | 0x20
        : distance(bare, Array($0.utf8)) <= 2
    }
    guard near.isEmpty else {
      return "did you mean " + near.map { prefix + $0 }.joined(separator: " or ") + "?"
    }
    return "type one of " + known.map { prefix + $0 }.joined(separator: ", ")
  }

  /// Returns the edit distance of two words, which is the number of bytes to change, insert or
  /// remove.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard left.count <= 32, right.count <= 32 else { return .max }
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let kept = diagonal + (byte == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(kept, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
