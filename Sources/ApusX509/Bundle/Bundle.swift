public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The certificates of a file: a PEM text, or one or more certificates in DER.
  ///
  /// The initializer of a bundle only finds the position and the subject of each certificate;
  /// `certificate(at:)` reads a certificate. A certificate that cannot be read is listed in
  /// `problems` and does not affect the other certificates. PEM sections of other objects, such as
  /// keys, are listed in `others`. A bundle therefore reports every part of its input.
  public struct Bundle: Sendable {
    /// The maximum number of certificates in a bundle.
    public static let limit = PEM.sectionLimit

    /// A certificate in a certificate bundle.
    public struct Entry: Equatable, Sendable {
      /// The first line of the certificate's PEM section, counted from one.
      /// The line number is `nil` for DER input.
      public let line: Int?
      /// The range of the certificate in the bundle's DER.
      public let certificate: Range<Int>
      /// The range of the certificate's subject name in the bundle's DER.
      public let subject: Range<Int>
      /// The range of the trust settings that follow the certificate in a section `TRUSTED
      /// CERTIFICATE`. The range of the trust settings is usually empty.
      let trustSettings: Range<Int>
    }

    /// A PEM section or a range of DER that does not contain a readable certificate.
    public struct Problem: Equatable, Sendable {
      /// The first line of the unreadable PEM section, counted from one.
      /// The line number is `nil` for DER input.
      public let line: Int?
      /// The error from reading the PEM section or the DER.
      public let error: X509Error
    }

    /// The certificates of the bundle, in the order of the input.
    public private(set) var entries: [Entry] = []
    /// The errors from reading the malformed certificates of the bundle's input.
    public private(set) var problems: [Problem] = []
    /// The PEM sections of the bundle that contain objects other than certificates, such as keys.
    public private(set) var others: [PEM.Section] = []
    /// The concatenated DER of all certificates in the bundle.
    public private(set) var der: [UInt8] = []
    private var index = SubjectIndex()

    /// Finds the certificates in a PEM text or in DER.
    ///
    /// - Parameter input: The PEM text or the DER; a PEM text can contain any number of
    ///   certificates.
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
    /// - Parameter input: The PEM text or the DER; a PEM text can contain any number of
    ///   certificates.
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

    /// Reads the sections of a PEM text. A section with invalid base64 becomes a problem of the
    /// bundle.
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

    /// Adds the certificate at an offset to the bundle, and returns the offset of the certificate's
    /// end.
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

    /// Skips the fields of a certificate before the subject name, and returns the range of the
    /// subject name.
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
  /// Reads the certificate at an index of the bundle.
  ///
  /// - Parameter index: The index of the certificate in the bundle, from 0.
  public func certificate(at index: Int) throws(X509Error) -> X509.Certificate {
    try X509.Certificate(Array(der[entries[index].certificate]))
  }

  /// Reads the certificate at an index for display. The property `flaws` of the certificate
  /// contains the tolerated errors.
  ///
  /// - Parameter index: The index of the certificate in the bundle, from 0.
  public func certificate(tolerating index: Int) throws(X509Error) -> X509.Certificate {
    try X509.Certificate(tolerating: Array(der[entries[index].certificate]))
  }

  /// Reads every certificate of the bundle, and returns the errors of the unreadable certificates.
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

  /// Returns OpenSSL's trust settings for a certificate, or `nil` if the bundle does not contain
  /// them.
  ///
  /// - Parameter index: The index of the certificate in the bundle, from 0.
  public func trustSettings(at index: Int) throws(X509Error) -> X509.TrustSettings? {
    let range = entries[index].trustSettings
    guard !range.isEmpty else { return nil }
    var reader = X509.Reader(DERReader(range), .trustSettings)
    let settings = try X509.TrustSettings(from: &reader, in: der.span)
    try reader.finish()
    return settings
  }

  /// Returns the indices of the certificates whose subject name matches a name by the rules of RFC
  /// 5280.
  ///
  /// - Parameter name: The subject name to find.
  public func entries(named name: X509.Name) -> [Int] {
    let bytes = name.der
    return index.entries(bytes.indices, of: bytes.span).filter { subject(at: $0).matches(name) }
  }

  /// Returns the indices of the certificates that can have issued a certificate, by their subject
  /// names.
  ///
  /// - Parameter certificate: The certificate whose issuer is searched.
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

  /// Returns the subject name of a bundle's certificate, or an empty name if the subject name is
  /// malformed.
  ///
  /// - Parameter index: The index of the certificate in the bundle, from 0.
  public func subject(at index: Int) -> X509.Name {
    var reader = X509.Reader(DERReader(entries[index].subject), .subject)
    return (try? X509.Name(from: &reader, in: der.span)) ?? X509.Name()
  }
}

extension X509.Certificate {
  /// Reads the certificate of a PEM text, which must contain exactly one certificate.
  ///
  /// - Parameter text: The PEM text with a section `CERTIFICATE`.
  public init(pem text: String) throws(X509Error) {
    let bundle = X509.Bundle(Array(text.utf8))
    if let problem = bundle.problems.first { throw problem.error }
    guard bundle.entries.count == 1 else { throw .tooMany(.certificate, limit: 1) }
    self = try bundle.certificate(at: 0)
  }

  /// The certificate as a PEM text.
  public var pem: String { PEM.encode(der, as: .certificate) }
}
