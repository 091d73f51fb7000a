public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The certificates of a file: a PEM text, or one or more certificates in DER.
  ///
  /// Loading only finds each certificate and its subject; `certificate(at:)` reads one. Unreadable
  /// certificates are listed as problems and do not affect others, and other sections are listed
  /// too: nothing in the input is ignored silently.
  public struct Bundle: Sendable {
    /// The largest number of certificates.
    public static let limit = PEM.sectionLimit

    /// A certificate in the bundle.
    public struct Entry: Equatable, Sendable {
      /// The first line of its section, counted from one; nil in DER.
      public let line: Int?
      /// The certificate in the bundle's DER.
      public let certificate: Range<Int>
      /// Its subject in the bundle's DER.
      public let subject: Range<Int>
      /// The trust settings after it in a section of `TRUSTED CERTIFICATE`, usually empty.
      let trustSettings: Range<Int>
    }

    /// A part of the input without a certificate.
    public struct Problem: Equatable, Sendable {
      /// The first line of the section, counted from one; nil in DER.
      public let line: Int?
      /// The error from reading the section.
      public let error: X509Error
    }

    /// The certificates in their order.
    public private(set) var entries: [Entry] = []
    /// The sections for certificates that cannot be read.
    public private(set) var problems: [Problem] = []
    /// The sections of the text for other objects.
    public private(set) var others: [PEM.Section] = []
    /// The DER of all certificates, one after the other.
    public private(set) var der: [UInt8] = []
    private var index = SubjectIndex()

    /// Finds the certificates in a PEM text or in DER.
    ///
    /// - Parameter input: The text or the DER; a text can have any number of certificates.
    public init(_ input: Span<UInt8>) {
      if input.count > 0, input[0] == 0x30 {
        readDER(input)
      } else {
        readPEM(input)
      }
      if entries.isEmpty, problems.isEmpty {
        problems.append(Problem(line: nil, error: .noCertificate))
      }
      index = SubjectIndex(entries, in: der.span)
    }

    /// Finds the certificates in a PEM text or in DER.
    ///
    /// - Parameter input: The text or the DER; a text can have any number of certificates.
    public init(_ input: [UInt8]) {
      self.init(input.span)
    }

    private mutating func readDER(_ input: Span<UInt8>) {
      der = input.copy()
      var position = 0
      while position < der.count, problems.isEmpty {
        do throws(X509Error) {
          position = try append(from: position, line: nil, mayHaveSettings: false)
        } catch {
          problems.append(Problem(line: nil, error: error))
        }
      }
    }

    /// Reads the sections of a text; sections with invalid base64 become problems.
    ///
    /// RFC 7468 section 5.
    private mutating func readPEM(_ text: Span<UInt8>) {
      der.reserveCapacity(text.count / 4 * 3)
      var scanner = PEM.Scanner()
      while true {
        do throws(ASN1Error) {
          guard let section = try scanner.next(in: text) else { break }
          switch section.label {
          case .certificate, .x509Certificate:
            append(try section.bytes(in: text), of: section, mayHaveSettings: false)
          case .trustedCertificate:
            append(try section.bytes(in: text), of: section, mayHaveSettings: true)
          default: others.append(section)
          }
        } catch {
          var line: Int?
          if case .pem(_, let number, _) = error { line = number }
          problems.append(Problem(line: line, error: .pem(error)))
        }
      }
    }

    private mutating func append(
      _ bytes: [UInt8], of section: PEM.Section, mayHaveSettings: Bool
    ) {
      let start = der.count
      der += bytes
      do throws(X509Error) {
        let end = try append(from: start, line: section.line, mayHaveSettings: mayHaveSettings)
        guard end == der.count else {
          entries.removeLast()
          let left = der.count - end
          throw .malformed(.certificate, .trailingBytes(at: end - start, count: left))
        }
      } catch {
        der.removeSubrange(start...)
        problems.append(Problem(line: section.line, error: error))
      }
    }

    /// Keeps the certificate at a position, and returns the offset of its end.
    private mutating func append(
      from position: Int, line: Int?, mayHaveSettings: Bool
    ) throws(X509Error) -> Int {
      guard entries.count < Self.limit else { throw .tooMany(.certificate, limit: Self.limit) }
      let der = der
      var reader = Reader(DERReader(position..<der.count), .certificate)
      let whole = try reader.readElement(in: der.span)
      let subject = try Self.subject(of: whole, in: der.span)
      let settings = mayHaveSettings ? whole.end..<der.count : whole.end..<whole.end
      entries.append(
        Entry(
          line: line, certificate: whole.range, subject: subject, trustSettings: settings))
      return settings.upperBound
    }

    /// Skips the fields before the subject.
    ///
    /// RFC 5280 section 4.1.
    private static func subject(
      of certificate: ASN1.Element, in der: Span<UInt8>
    ) throws(X509Error) -> Range<Int> {
      var outer = Reader(DERReader(certificate.range), .certificate)
      var fields = try outer.readSequence(in: der)
      var tbs = try fields.readSequence(in: der)
      _ = try tbs.readOptionalExplicit(0, in: der)
      _ = try tbs.read(.integer, in: der)
      for _ in 0..<3 { _ = try tbs.read(.sequence, in: der) }
      return try tbs.read(.sequence, in: der).range
    }
  }
}

extension X509.Bundle {
  /// Reads one of the certificates.
  ///
  /// - Parameter index: The position in the bundle, from 0.
  public func certificate(at index: Int) throws(X509Error) -> X509.Certificate {
    try X509.Certificate(Array(der[entries[index].certificate]))
  }

  /// Reads one of the certificates to display it, even if it has errors: `flaws` contains them.
  ///
  /// - Parameter index: The position in the bundle, from 0.
  public func certificate(tolerating index: Int) throws(X509Error) -> X509.Certificate {
    try X509.Certificate(tolerating: Array(der[entries[index].certificate]))
  }

  /// Reads every certificate, and returns the errors of the unreadable ones.
  public func certificates() -> (certificates: [X509.Certificate], problems: [Problem]) {
    var certificates: [X509.Certificate] = []
    var problems = problems
    for index in entries.indices {
      do throws(X509Error) {
        certificates.append(try certificate(at: index))
      } catch {
        problems.append(Problem(line: entries[index].line, error: error))
      }
    }
    return (certificates, problems)
  }

  /// Returns OpenSSL's trust settings for a certificate, if the bundle has them.
  ///
  /// - Parameter index: The position in the bundle, from 0.
  public func trustSettings(at index: Int) throws(X509Error) -> X509.TrustSettings? {
    let range = entries[index].trustSettings
    guard !range.isEmpty else { return nil }
    var reader = X509.Reader(DERReader(range), .trustSettings)
    let settings = try X509.TrustSettings(from: &reader, in: der.span)
    try reader.finish()
    return settings
  }

  /// Returns the entries with a subject that matches a name by the rules of RFC 5280.
  ///
  /// - Parameter name: The subject to find.
  public func entries(named name: X509.Name) -> [Int] {
    let bytes = name.der
    return index.entries(bytes.indices, of: bytes.span).filter { subject(at: $0).matches(name) }
  }

  /// Returns the entries that can be the issuer of a certificate, by their subject.
  ///
  /// - Parameter certificate: The certificate whose issuer is wanted.
  public func issuers(of certificate: X509.Certificate) -> [Int] {
    let bytes = certificate.der
    let range = certificate.issuerRange
    var name: X509.Name?
    return index.entries(range, of: bytes.span).filter { entry in
      if der[entries[entry].subject] == bytes[range] { return true }
      let issuer = name ?? certificate.issuer
      name = issuer
      return subject(at: entry).matches(issuer)
    }
  }

  /// Returns the subject of an entry, or an empty name if it is malformed.
  ///
  /// - Parameter index: The position in the bundle, from 0.
  public func subject(at index: Int) -> X509.Name {
    var reader = X509.Reader(DERReader(entries[index].subject), .subject)
    return (try? X509.Name(from: &reader, in: der.span)) ?? X509.Name()
  }
}

extension X509.Certificate {
  /// Reads the certificate of a PEM text, which must contain exactly one.
  ///
  /// - Parameter text: The text with a section `CERTIFICATE`.
  public init(pem text: String) throws(X509Error) {
    let bundle = X509.Bundle(Array(text.utf8))
    if let problem = bundle.problems.first { throw problem.error }
    guard bundle.entries.count == 1 else { throw .tooMany(.certificate, limit: 1) }
    self = try bundle.certificate(at: 0)
  }

  /// The certificate as PEM.
  public var pem: String { PEM.encode(der, as: .certificate) }
}
