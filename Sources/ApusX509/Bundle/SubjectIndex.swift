internal import ApusASN1

extension X509 {
  /// A search index of certificates, which maps the hash of a subject name to bundle entries. The
  /// hashes are sorted.
  ///
  /// Two matching names have the same hash, even if their encodings differ. The hash has a random
  /// key for each process. An attacker can therefore not create many names with the same hash.
  struct SubjectIndex: Sendable {
    private var slots: [(hash: Int, entry: Int)] = []

    init() {}

    init(_ entries: [Bundle.Entry], in der: Span<UInt8>) {
      slots.reserveCapacity(entries.count)
      for (index, entry) in entries.enumerated() {
        slots.append((Self.hash(entry.subject, in: der), index))
      }
      slots.sort { ($0.hash, $0.entry) < ($1.hash, $1.entry) }
    }

    /// Returns the bundle entries whose subject name may match the name in a range of the bytes, in
    /// the order of the bundle.
    func entries(_ name: Range<Int>, of bytes: Span<UInt8>) -> [Int] {
      let hash = Self.hash(name, in: bytes)
      var low = 0
      var high = slots.count
      while low < high {
        let middle = low + (high - low) / 2
        if slots[middle].hash < hash { low = middle + 1 } else { high = middle }
      }
      return slots[low...].prefix { $0.hash == hash }.map(\.entry)
    }

    /// Returns the hash of a name, or zero if the name is malformed. A malformed name never
    /// matches.
    ///
    /// RFC 5280 section 7.1: the attributes of a relative distinguished name can be in any order,
    /// so the function adds their hashes.
    private static func hash(_ name: Range<Int>, in der: Span<UInt8>) -> Int {
      var outer = Reader(DERReader(name), .subject)
      guard var steps = try? outer.readSequence(in: der) else { return 0 }
      var hasher = Hasher()
      while !steps.isAtEnd {
        var sum = 0
        let isRead: Void? = try? Name.readStep(from: &steps, in: der) {
          (type, value) throws(ASN1Error) in
          sum &+= hash(type, value, in: der)
        }
        guard isRead != nil else { return 0 }
        hasher.combine(sum)
      }
      return hasher.finalize()
    }

    private static func hash(_ type: OID, _ value: ASN1.Element, in der: Span<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(type)
      guard let kind = ASN1.Text.Kind(value.tag), Text.isFolded(kind) else {
        for index in value.range { hasher.combine(der[index]) }
        return hasher.finalize()
      }
      Text.fold(value.content, in: der) { hasher.combine($0) }
      return hasher.finalize()
    }
  }
}
