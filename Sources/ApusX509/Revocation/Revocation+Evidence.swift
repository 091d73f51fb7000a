internal import ApusASN1

extension X509.Revocation {
  /// The revocation lists and OCSP responses of one source, such as a file.
  public struct Evidence: Sendable {
    /// The name of the source, which errors contain, such as the path of the file.
    public let name: String
    /// The revocation lists (CRLs) of the source, from any issuers.
    public let lists: [X509.RevocationList]
    /// The OCSP responses of the source, about any certificates.
    public let responses: [X509.OCSPResponse]

    /// Creates evidence from revocation lists and OCSP responses, with the name of their source.
    ///
    /// - Parameters:
    ///   - name: The name of the source, which errors contain.
    ///   - lists: The revocation lists of any issuers.
    ///   - responses: The OCSP responses about single certificates.
    public init(
      _ name: String, lists: [X509.RevocationList] = [], responses: [X509.OCSPResponse] = []
    ) {
      self.name = name
      self.lists = lists
      self.responses = responses
    }

    /// Reads a file with PEM of any number of revocation lists, DER of one list, or DER of one OCSP
    /// response.
    ///
    /// The DER of a revocation list begins with a sequence, and the DER of an OCSP response begins
    /// with the responder's status. RFC 5280 section 5.1 and RFC 6960 section 4.2.1.
    ///
    /// - Parameters:
    ///   - name: The name of the file, which errors contain.
    ///   - file: The bytes of the file.
    public init(_ name: String, file: [UInt8]) throws(X509Error) {
      if Self.isResponse(file) {
        self.init(name, responses: [try X509.OCSPResponse(file)])
      } else {
        self.init(name, lists: try X509.RevocationList.lists(in: file))
      }
    }

    /// A Boolean value that indicates whether the evidence contains neither revocation lists nor
    /// OCSP responses.
    public var isEmpty: Bool { lists.isEmpty && responses.isEmpty }

    private static func isResponse(_ file: [UInt8]) -> Bool {
      var whole = X509.Reader(DERReader(file.span), .ocspResponse)
      guard file.first == 0x30, let fields = try? whole.readSequence(in: file.span) else {
        return false
      }
      return fields.isNext(.enumerated, in: file.span)
    }
  }
}
