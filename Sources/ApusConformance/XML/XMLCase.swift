import ApusNet
import ApusSerialization

/// A test case of a catalogue in the form of the W3C's XML suite, which consists of a document and
/// its class.
struct XMLCase {
  /// The class of an XML document, which determines the expected result.
  enum Class: String, CaseIterable {
    case valid, invalid, error
    case notWellFormed = "not-wf"
  }

  /// The parser's result for an XML document.
  enum Answer: Equatable {
    case read
    /// The XML document was parsed, but its canonical form differs from the output of the case.
    case readOtherwise
    /// The XML document was rejected because of a feature that the parser deliberately omits. The
    /// associated value names the feature.
    case declined(String)
    case refused(String)
  }

  let id: String
  let `class`: Class
  let document: String
  /// The path of the expected output in James Clark's first canonical form, or `nil` if the case
  /// states no output.
  let output: String?
  /// The reason that the XML case is not run, or `nil` if the case is run.
  let exclusion: String?
  /// A Boolean value that indicates whether the error of the document may be in an external entity.
  let isFaultOutside: Bool

  /// Creates an XML case from a `TEST` element of a catalogue, whose files are in the given folder.
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

  /// Returns the feature of an XML case that the parser does not support. The parser supports the
  /// fifth edition of XML 1.0 with namespaces.
  private static func exclusion(of test: XML.Element, _ class: Class) -> String? {
    let version = test["VERSION"] ?? (test["RECOMMENDATION"]?.hasSuffix("1.1") == true ? "1.1" : "")
    if version.hasSuffix("1.1") { return "the case is of XML 1.1" }
    if let editions = test["EDITION"], !editions.split(separator: " ").contains("5") {
      return "the case is of an edition before the fifth"
    }
    // A document that is malformed without namespaces is also malformed with namespaces.
    if test["NAMESPACE"] == "no", `class` != .notWellFormed {
      return "the case is of XML without namespaces"
    }
    return nil
  }

  /// Parses the XML document, and compares its canonical form with the expected output if the case
  /// has one.
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
    // An expected output with a document type has a different canonical form, which lists the
    // notations.
    let isOther = expected.starts(with: Array("<!DOCTYPE".utf8))
    return isOther || form.isEqual(to: expected) ? .read : .readOtherwise
  }

  /// Returns the verdict for the parser's result.
  ///
  /// A parser that does not validate accepts valid and invalid documents, and rejects documents
  /// that are not well-formed. Such a parser need not read external entities. XML 1.0 section 5.1.
  func verdict(on answer: Answer) -> Report.Verdict {
    switch (`class`, answer) {
    case (.valid, .readOtherwise), (.invalid, .readOtherwise):
      .failed("\(`class`.rawValue): read as another document than the output")
    case (.valid, .read), (.invalid, .read): .passed
    case (.valid, .declined(let why)), (.invalid, .declined(let why)):
      .skipped("deliberately declined: \(why)")
    case (.valid, .refused(let why)), (.invalid, .refused(let why)):
      .failed("\(`class`.rawValue): refused: \(why)")
    case (.notWellFormed, .declined), (.notWellFormed, .refused): .passed
    case (.notWellFormed, .read), (.notWellFormed, .readOtherwise):
      isFaultOutside
        ? .skipped("the fault can be outside of the document, and only the document is read")
        : .failed("not-wf: read")
    case (.error, _): .skipped("an error that need not be reported")
    }
  }
}

extension XML.Reason {
  /// The deliberately omitted feature that caused a rejection, or `nil` for another reason. A
  /// rejected document with such a feature may be well-formed.
  fileprivate var ownChoice: String? {
    switch self {
    case .undeclaredEntity: "entities are not expanded"
    case .declaredAttribute: "declarations of attributes are not applied"
    case .unsupportedEncoding: "an unknown encoding"
    case .limitExceeded: "a limit"
    case .unexpectedEnd, .unexpectedByte, .illegalCharacter, .misplaced, .malformedUTF8,
      .malformedEncoding, .contradictoryEncoding, .malformedDeclaration, .malformedDocumentType,
      .malformedComment, .sectionEndInText, .malformedReference, .reservedTarget, .malformedName,
      .mismatchedEndTag, .duplicateAttribute, .undeclaredPrefix, .forbiddenNamespace:
      nil
    }
  }
}
