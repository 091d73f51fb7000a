import ApusBytes
import ApusNet
import ApusSerialization

/// The configuration of BoringSSL's TLS test runner, in the form of the runner's version.
///
/// The list contains the disabled tests, the named groups, and the shim's words for the runner's
/// errors. Since March 2025 the runner reads a list of words for each error and accepts any of
/// these words. Earlier versions read a single word.
struct ShimList {
  /// The form in which the runner's configuration lists the error texts of the shim.
  enum WordForm: CaseIterable {
    /// A single error text, which runners until February 2025 read.
    case oneWord
    /// A list of error texts, which runners since March 2025 read.
    case words

    /// The Go declaration of this form in the runner's sources.
    fileprivate var declaration: String {
      switch self {
      case .oneWord: "ErrorMap map[string]string"
      case .words: "ErrorMap map[string][]string"
      }
    }
  }

  /// The reason that no configuration for the runner can be made.
  enum Failure: Error, Equatable {
    /// No source file of the runner declares the error texts in a known form.
    case unknownRunner(folder: String)
    /// The text of the configuration is not an object with lists of error texts.
    case malformed(key: String)
  }

  /// The error text for each rejection with an alert, for runners that read a single error text.
  static let refusal = ":REFUSED:"

  private let list: JSON.Object
  /// The error texts of the shim for each error of the runner.
  private let words: [(error: String, words: [String])]

  /// Parses a runner configuration that contains a list of error texts for each error.
  init(_ text: [UInt8]) throws {
    guard let list = try JSON.Value(parsing: text.span).object else {
      throw Failure.malformed(key: "")
    }
    guard let errors = list["ErrorMap"]?.object else { throw Failure.malformed(key: "ErrorMap") }
    var words: [(error: String, words: [String])] = []
    for (error, value) in errors {
      let texts = (value.array ?? []).compactMap(\.string)
      guard !texts.isEmpty, texts.count == value.array?.count else {
        throw Failure.malformed(key: error)
      }
      words.append((error, texts))
    }
    self.words = words
    self.list = list
  }

  /// Returns the runner configuration as JSON text in one of the two forms.
  ///
  /// Several words become the word `refusal` if the form allows only a single word.
  func text(in form: WordForm) throws -> [UInt8] {
    var errors = JSON.Object()
    for (error, words) in words {
      switch form {
      case .oneWord: errors[error] = JSON.Value.string(words.count == 1 ? words[0] : Self.refusal)
      case .words: errors[error] = JSON.Value.array(words.map { JSON.Value.string($0) })
      }
    }
    var list = list
    list["ErrorMap"] = .object(errors)
    return try JSON.Value.object(list).bytes(.pretty) + [0x0a]
  }

  /// Returns the form of the configuration that the runner in a folder reads.
  static func form(ofRunnerIn folder: String) throws -> WordForm {
    for name in try Files.names(in: folder) where name.hasSuffix(".go") {
      let source = try Files.contents(of: "\(folder)/\(name)")
      let text = String(decoding: source, as: UTF8.self)
      if let form = WordForm.allCases.first(where: { text.contains($0.declaration) }) {
        return form
      }
    }
    throw Failure.unknownRunner(folder: folder)
  }
}

extension ShimList.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownRunner(let folder):
      "no Go file in \(folder) declares ErrorMap; name BoringSSL's folder ssl/test/runner"
    case .malformed(let key):
      "the list is malformed" + (key.isEmpty ? "" : " at \"\(key)\"")
    }
  }
}
