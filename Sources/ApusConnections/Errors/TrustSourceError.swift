internal import ApusBytes
internal import ApusNet
public import ApusTLS
public import ApusX509
internal import ApusX509Files

extension Connections {
  /// The reason that certificates or keys for the verification of servers are unavailable.
  public enum TrustSourceError: Error, Equatable, Sendable {
    /// A file or folder of certificates or keys cannot be read.
    case unreadable(String, Connections.NetworkFault)
    /// A file or folder contains no certificate.
    case noCertificate(String)
    /// A file contains neither a certificate revocation list nor an OCSP response.
    case noRevocationList(String)
    /// A certificate or revocation list in a file is malformed. The line number is the first line
    /// of its PEM block.
    case malformed(String, X509Error, line: Int?)
    /// The operating system has no root certificates at any of the usual paths.
    case noRoots(tried: [Trial])
    /// The client's certificate file and key file do not form a usable identity.
    case identity(TLS.IdentityError, chain: String, key: String)
    /// A file that must be in PKCS #12 format is in PEM format.
    case notPKCS12(String)
    /// A private key of the program cannot sign a TLS handshake.
    case signing(TLS.IdentityError)
    /// The certificate files could not be read within the time limit.
    case slow(Duration)
    /// The caller's own provider of certificates or signer failed with this description.
    case provider(String)

    /// A path without root certificates, with the reason.
    public struct Trial: Equatable, Sendable {
      /// The path of the file or folder.
      public let path: String
      /// The reason that the path could not be read, or `nil` if the path contains no certificate.
      public let fault: Connections.NetworkFault?

      fileprivate init(_ error: X509.FileError) {
        switch error {
        case .unreadable(let path, let error):
          (self.path, fault) = (path, Connections.NetworkFault(.system(error)))
        case .noCertificate(let path), .malformed(let path, _, _): (self.path, fault) = (path, nil)
        // The path of a trial is a single file or folder, and `noRoots` contains a list of paths.
        case .noRoots: (path, fault) = ("", nil)
        }
      }
    }

    static func unreadable(_ path: String, _ error: SystemError) -> TrustSourceError {
      .unreadable(path, Connections.NetworkFault(.system(error)))
    }

    /// Reads files with the closure, and throws a failure of the closure as an error of the trust
    /// sources.
    static func rethrowing<Value>(
      _ read: () throws(X509.FileError) -> Value
    ) throws(TrustSourceError) -> Value {
      do throws(X509.FileError) { return try read() } catch { throw TrustSourceError(error) }
    }

    private init(_ error: X509.FileError) {
      self =
        switch error {
        case .unreadable(let path, let error): .unreadable(path, error)
        case .noCertificate(let path): .noCertificate(path)
        case .malformed(let path, let error, let line): .malformed(path, error, line: line)
        case .noRoots(let tried): .noRoots(tried: tried.map { Trial($0) })
        }
    }
  }
}

extension Connections.TrustSourceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let path, let fault): "the file \(shown(path)) cannot be read: \(fault)"
    case .noCertificate(let path): "the file \(shown(path)) contains no certificate"
    case .noRevocationList(let path):
      "the file \(shown(path)) contains neither a revocation list nor an OCSP response"
    case .malformed(let path, let error, let line):
      "\(shown(path))" + (line.map { ", line \($0)" } ?? "") + ": \(error)"
    case .notPKCS12(let path):
      "the client identity cannot be read: the file \(shown(path)) is PEM instead of "
        + "PKCS #12; use .pem(chain:key:)"
    case .signing(let error): "the client's private key cannot sign: \(error)"
    case .slow(let time):
      "the certificate files could not be read within \(time); check the disk of the files"
    case .provider(let words):
      "the program's own provider of certificates failed: "
        + ForeignText.escaped(words.utf8, limit: 1_024)
    case .noRoots(let tried):
      "no trusted root certificates of the system were found: install the root "
        + "certificates (on Debian, ca-certificates), name a file of root certificates, or "
        + "link the product ApusRoots; these files were tried: "
        + tried.map { trial in
          trial.fault.map { "\($0)" } ?? "the file \(shown(trial.path)) contains no certificate"
        }.joined(separator: "; ")
    case .identity(let error, let file, let other) where file == other:
      "the client identity cannot be read from \(shown(file)): \(error)"
    case .identity(let error, let chain, let key):
      "the client identity cannot be read from \(shown(chain)) and \(shown(key)): \(error)"
    }
  }

  private func shown(_ path: String) -> String { ForeignText.escaped(path.utf8, limit: 4096) }
}
