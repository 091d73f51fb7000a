internal import ApusBytes
internal import ApusCrypto

extension Caching {
  /// The rule that selects the requests for which a stored response may be served, by the fields
  /// that `Vary` names.
  ///
  /// The rule stores keyed digests of the field values, because a field value may be a credential.
  ///
  /// RFC 9111 section 4.1.
  struct Selection: Sendable, Equatable {
    /// The maximum number of fields that `Vary` may name.
    static let nameLimit = 32

    struct Part: Sendable, Equatable {
      /// The name of the selecting header field in lower case.
      let name: String
      /// The keyed digest of the header field's value. The value is `nil` if the request had no
      /// field with the name.
      let digest: [UInt8]?
    }

    let parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    /// Creates the selection rule of a response to a request. The result is `nil` if `Vary` is
    /// unreadable, contains `*` or names too many fields.
    ///
    ///     Vary = #( "*" / field-name )
    ///
    /// RFC 9110 section 12.5.5.
    init?(_ response: HTTP.Fields, of request: Request, _ keying: Keying) {
      var names: [String] = []
      for value in response.values(of: .vary) {
        guard let ranges = try? HTTP.ElementList.tokens(in: value.bytes.span, limit: Self.nameLimit)
        else { return nil }
        names += ranges.map {
          String(decoding: value.bytes[$0].map(ASCII.lowercased), as: UTF8.self)
        }
      }
      let unique = Set(names)
      guard !unique.contains("*"), unique.count <= Self.nameLimit else { return nil }
      parts = unique.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
        Part(name: $0, digest: keying.digest(of: HTTP.FieldName($0), in: request))
      }
    }

    /// A digest of the names and values of all selecting header fields.
    var digest: [UInt8] {
      var writer = ByteWriter()
      for part in parts {
        writer.write(UInt64(part.name.utf8.count))
        writer.write(part.name)
        writer.write(UInt8(part.digest == nil ? 0 : 1))
        writer.write(part.digest ?? [])
      }
      return SHA256.digest(of: writer.bytes)
    }

    /// Returns whether a new request has the same values in the selecting header fields as the
    /// stored request.
    func matches(_ request: Request, _ keying: Keying) -> Bool {
      parts.allSatisfy { $0.digest == keying.digest(of: HTTP.FieldName($0.name), in: request) }
    }
  }
}
