internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// A certificate that a scan has found, with the remaining time of its validity.
  public struct ScannedCertificate: Sendable {
    /// The expiry state of a certificate at the time of a scan.
    public enum State: String, CaseIterable, Sendable {
      /// The validity period of the certificate has ended.
      case expired
      /// The validity period of the certificate ends within the report's time span.
      case expiring
      /// The validity period of the certificate has not begun.
      case notYetValid = "not-yet-valid"
      /// The certificate is valid beyond the report's time span.
      case valid
    }

    /// The location of the scanned certificate.
    public let source: CertificateSource
    /// The scanned certificate.
    public let certificate: Certificate
    /// The state of the certificate at the time of the scan.
    public let state: State
    /// The number of seconds from the time of the scan to the end of the certificate's validity.
    ///
    /// The number of seconds is negative if the certificate has expired.
    public let secondsLeft: Int64

    init(
      _ certificate: Certificate, in source: CertificateSource, at moment: UnixTime,
      within seconds: Int64
    ) {
      self.source = source
      self.certificate = certificate
      let validity = certificate.validity
      let left = TimeLeft(until: validity.notAfter.secondsSinceEpoch, from: moment)
      secondsLeft = left.seconds
      state =
        if left.isOver {
          .expired
        } else if left.seconds <= seconds {
          .expiring
        } else if moment.secondsSinceEpoch < validity.notBefore.secondsSinceEpoch {
          .notYetValid
        } else {
          .valid
        }
    }

    /// A Boolean value that indicates whether the certificate has expired or will expire within the
    /// report's time span.
    public var isExpiring: Bool { state == .expired || state == .expiring }

    /// The scanned certificate as a document, which the tool writes as JSON.
    public var document: Document {
      let names = (try? certificate.subjectAlternativeName)?.names ?? []
      return [
        "source": source.document,
        "subject": .text("\(certificate.subject)"),
        "issuer": .text("\(certificate.issuer)"),
        "serialNumber": .text("\(certificate.serialNumber)"),
        "sha256": .text("\(certificate.fingerprint)"),
        "names": .list(names.map { .text("\($0)") }),
        "notBefore": .text("\(certificate.validity.notBefore)"),
        "notAfter": .text("\(certificate.validity.notAfter)"),
        "secondsLeft": .number(secondsLeft),
        "state": .text(state.rawValue),
        "hasExpired": .bool(state == .expired),
      ]
    }
  }
}

extension X509 {
  /// The location of a certificate that a scan has found.
  public enum CertificateSource: Hashable, Sendable {
    /// A file with the certificate. The line number is the number of the first line of the
    /// certificate's PEM section, counted from one.
    case file(path: String, line: Int?)
    /// A server that sent the certificate, and the position of the certificate in the server's
    /// list, counted from one.
    case server(String, position: Int)

    /// The path of the file with the certificate, or the name of the server that sent the
    /// certificate.
    public var name: String {
      switch self {
      case .file(let path, _): path
      case .server(let name, _): name
      }
    }

    /// The line of the certificate in the file, or its position among the certificates of the
    /// server.
    public var position: Int? {
      switch self {
      case .file(_, let line): line
      case .server(_, let position): position
      }
    }

    /// The location of the certificate as a document, which the tool writes as JSON.
    public var document: Document {
      switch self {
      case .file(let path, let line):
        .known(["file": .text(path), "line": line.map { .number(Int64($0)) }])
      case .server(let name, let position):
        ["server": .text(name), "position": .number(Int64(position))]
      }
    }
  }
}

extension X509.CertificateSource: CustomStringConvertible {
  /// The location of the certificate in one line, with escaped control characters.
  public var description: String {
    let shown = ForeignText.escaped(name.utf8, limit: 4096)
    return switch self {
    case .file(_, let line): shown + (line.map { ", line \($0)" } ?? "")
    case .server(_, let position): "\(shown), certificate \(position)"
    }
  }
}
