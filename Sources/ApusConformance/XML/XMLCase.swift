import ApusNet
import ApusSerialization

/// A case of a catalogue in the form of the W3C's XML suite: a document, and what is said of it.
struct XMLCase {
  /// What a document is said to be.
  enum Class: String, CaseIterable {
    case valid, invalid, error
    case notWellFormed = "not-wf"
  }

  /// How a document was answered.
  enum Answer: Equatable {
    case read
    /// Read, and the output that the case has differs from it.
    case readOtherwise
    /// Refused for something that this reader leaves out on purpose, in its own word.
    case declined(String)
    case refused(String)
  }

  let id: String
  let `class`: Class
  let document: String
  /// Where the document is written in James Clark's first canonical form; nil if nowhere.
  let output: String?
  /// Why the case is not run; nil if it is.
  let exclusion: String?
  /// Whether what is wrong with the document may stand in an external entity.
  let isFaultOutside: Bool

  /// Takes a `TEST` of a catalogue, whose files lie in a folder.
  init(_ test: XML.Element, folder: String) throws {
    guard let id = test["ID"] else { throw CorpusError.missing(key: "ID", id: "?") }
    self.id = id
    guard let `class` = test["TYPE"].flatMap(Class.init(rawValue:)) else {
      throw CorpusError.missing(key: "TYPE", id: id)
    }
    self.class = `class`
    guard let uri = test["URI"] else { throw CorpusError.missing(key: "URI", id: id) }
    document = folder + uri
    output = test["OUTPUT"].map { folder + $0 }
    exclusion = Self.exclusion(of: test, `class`)
    isFaultOutside = test["ENTITIES"].map { $0 != "none" } ?? false
  }

  /// What a case asks for that this reader does not have: it reads XML 1.0, fifth edition, with
  /// namespaces.
  private static func exclusion(of test: XML.Element, _ class: Class) -> String? {
    let version = test["VERSION"] ?? (test["RECOMMENDATION"]?.hasSuffix("1.1") == true ? "1.1" : "")
    if version.hasSuffix("1.1") { return "the case is of XML 1.1" }
    if let editions = test["EDITION"], !editions.split(separator: " ").contains("5") {
      return "the case is of an edition before the fifth"
    }
    // What is not well-formed without namespaces is not with them.
    if test["NAMESPACE"] == "no", `class` != .notWellFormed {
      return "the case is of XML without namespaces"
    }
    return nil
  }

  /// Reads the document, and compares it with the output where there is one.
  func answer() throws -> Answer {
    let bytes = try Files.contents(of: document)
    var parser = XML.PullParser(bytes: bytes)
    var form = XMLCanonicalForm()
    do throws(XML.ParsingError) {
      while let event = try parser.next() { form.add(event) }
    } catch {
      return error.reason.ownChoice.map { .declined($0) } ?? .refused("\(error)")
    }
    guard let output else { return .read }
    let expected = try Files.contents(of: output)
    // An output with a document type is of another form, which says what notations there are.
    let isOther = expected.starts(with: Array("<!DOCTYPE".utf8))
    return isOther || form.isEqual(to: expected) ? .read : .readOtherwise
  }

  /// What an answer means for the case.
  ///
  /// A reader that does not validate reads what is valid and what is not, and refuses what is not
  /// well-formed; what lies outside of the document it need not look at. XML 1.0 section 5.1.
  func verdict(on answer: Answer) -> Report.Verdict {
    switch (`class`, answer) {
    case (.valid, .readOtherwise), (.invalid, .readOtherwise):
      .failed("\(`class`.rawValue): read as another document than the output")
    case (.valid, .read), (.invalid, .read): .passed
    case (.valid, .declined(let why)), (.invalid, .declined(let why)):
      .skipped("declined on purpose: \(why)")
    case (.valid, .refused(let why)), (.invalid, .refused(let why)):
      .failed("\(`class`.rawValue): refused: \(why)")
    case (.notWellFormed, .declined), (.notWellFormed, .refused): .passed
    case (.notWellFormed, .read), (.notWellFormed, .readOtherwise):
      isFaultOutside
        ? .skipped("what is wrong may stand outside of the document, which is all that is read")
        : .failed("not-wf: read")
    case (.error, _): .skipped("an error that may be told or not")
    }
  }
}

extension XML.Reason {
  /// What this reader leaves out on purpose, if that is why it refuses a document, which may then
  /// be well-formed.
  fileprivate var ownChoice: String? {
    switch self {
    case .undeclaredEntity: "entities are not expanded"
    case .declaredAttribute: "what a document type says of attributes is not applied"
    case .unsupportedEncoding: "an encoding that is not known"
    case .limitExceeded: "a limit"
    case .unexpectedEnd, .unexpectedByte, .illegalCharacter, .misplaced, .malformedUTF8,
      .malformedEncoding, .contradictoryEncoding, .malformedDeclaration, .malformedDocumentType,
      .malformedComment, .sectionEndInText, .malformedReference, .reservedTarget, .malformedName,
      .mismatchedEndTag, .duplicateAttribute, .undeclaredPrefix, .forbiddenNamespace:
      nil
    }
  }
}
