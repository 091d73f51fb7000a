extension X509 {
  /// The certificates of a path search by number, with the possible issuers of each by name.
  ///
  /// The leaf is number 0. Names and keys have numbers too, so that each is compared byte by byte
  /// only once, even if many certificates share it.
  struct CertificatePool {
    /// The leaf, then every other certificate once.
    private(set) var certificates: [Certificate] = []
    /// The number of each subject's name.
    private(set) var subjects: [Int] = []
    /// The number of each issuer's name.
    private(set) var issuers: [Int] = []
    /// For each certificate, the number of its public key; equal keys have equal numbers.
    private(set) var keys: [Int] = []
    /// For each name, the certificates with that subject, except for the leaf.
    private(set) var members: [[Int]] = []

    private var nameNumbers: [EncodedKey: Int] = [:]
    private var keyNumbers: [EncodedKey: Int] = [:]
    /// The key identifiers of each certificate, after they have been read once.
    private var identifiers: [KeyIdentifiers?] = []

    init(leaf: Certificate, others: some Sequence<Certificate>) {
      add(leaf)
      var seen: Set<Certificate> = [leaf]
      for other in others where seen.insert(other).inserted { add(other) }
    }

    private mutating func add(_ certificate: Certificate) {
      let number = certificates.count
      let der = certificate.der
      certificates.append(certificate)
      let subject = self.number(of: der[certificate.subjectRange])
      subjects.append(subject)
      issuers.append(self.number(of: der[certificate.issuerRange]))
      keys.append(keyNumber(of: der[certificate.publicKeyRange]))
      identifiers.append(nil)
      if number > 0 { members[subject].append(number) }
    }

    private mutating func number(of name: ArraySlice<UInt8>) -> Int {
      let name = EncodedKey(name)
      if let number = nameNumbers[name] { return number }
      nameNumbers[name] = members.count
      members.append([])
      return members.count - 1
    }

    /// Returns the number of a key, which need not be in a certificate of the pool.
    mutating func keyNumber(of key: ArraySlice<UInt8>) -> Int {
      let key = EncodedKey(key)
      if let number = keyNumbers[key] { return number }
      let number = keyNumbers.count
      keyNumbers[key] = number
      return number
    }

    /// Returns a Boolean value that indicates whether subject and issuer have the same name.
    func isSelfIssued(_ number: Int) -> Bool { subjects[number] == issuers[number] }

    /// Finds matching subjects for issuers whose encoded name is no certificate's subject, except
    /// for names that are known otherwise.
    ///
    /// RFC 5280 section 7.1. Every such name is compared with every subject, so few are allowed.
    mutating func adoptOrphans(sparing isKnown: (Int) -> Bool = { _ in false }) {
      var count = 0
      for orphan in issuers.indices {
        guard members[issuers[orphan]].isEmpty, !isKnown(issuers[orphan]) else { continue }
        count += 1
        guard count <= Self.orphanLimit else { return }
        let wanted = certificates[orphan].issuer
        let parent = certificates.indices.dropFirst().prefix(Self.parentLimit).first {
          certificates[$0].subject.matches(wanted)
        }
        if let parent { issuers[orphan] = subjects[parent] }
      }
    }

    private static let orphanLimit = 8
    private static let parentLimit = 64

    /// Returns the number of certificates between each name and the nearest of some names above it;
    /// nil without a way to any of them.
    ///
    /// Each certificate is visited once, so the time is linear.
    func distances(to ends: some Sequence<Int>) -> [Int?] {
      var distances = [Int?](repeating: nil, count: members.count)
      var issued = [[Int]](repeating: [], count: members.count)
      for number in certificates.indices.dropFirst() { issued[issuers[number]].append(number) }
      var queue = Array(ends)
      for end in queue { distances[end] = 0 }
      var next = 0
      while next < queue.count {
        let name = queue[next]
        next += 1
        guard let distance = distances[name] else { continue }
        for number in issued[name] where distances[subjects[number]] == nil {
          distances[subjects[number]] = distance + 1
          queue.append(subjects[number])
        }
      }
      return distances
    }
  }
}

extension X509.CertificatePool {
  /// The identifiers of a certificate's own key and of its issuer's key.
  struct KeyIdentifiers {
    var own: [UInt8]?
    var issuer: [UInt8]?

    init(_ certificate: X509.Certificate) {
      // An unreadable extension identifies no key; other code checks that extensions are readable.
      own = (try? certificate.subjectKeyIdentifier)?.bytes
      issuer = (try? certificate.authorityKeyIdentifier)?.keyIdentifier
    }
  }

  /// The result of comparing key identifiers: equal, unknown, or different.
  enum Fit: Int, Comparable {
    case same, unknown, different

    init(_ wanted: [UInt8]?, _ found: [UInt8]?) {
      guard let wanted, let found else {
        self = .unknown
        return
      }
      self = wanted == found ? .same : .different
    }

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the key identifiers of a certificate, and reads them at most once.
  mutating func identifiers(of number: Int) -> KeyIdentifiers {
    if let known = identifiers[number] { return known }
    let read = KeyIdentifiers(certificates[number])
    identifiers[number] = read
    return read
  }
}

extension X509 {
  /// DER as the key of a dictionary: a name, or a public key.
  ///
  /// All bytes are hashed, so that an attacker cannot create many keys with one hash. It hashes
  /// eight at a time, because a search does little else apart from checking signatures.
  struct EncodedKey: Hashable, Sendable {
    let der: ArraySlice<UInt8>

    init(_ der: ArraySlice<UInt8>) {
      self.der = der
    }

    func hash(into hasher: inout Hasher) {
      let bytes = der.span
      var word = UInt64(truncatingIfNeeded: bytes.count)
      for index in bytes.indices {
        word = word << 8 | UInt64(bytes[index])
        if index & 7 == 7 {
          hasher.combine(word)
          word = 0
        }
      }
      hasher.combine(word)
    }

    static func == (left: EncodedKey, right: EncodedKey) -> Bool { left.der == right.der }
  }
}

extension X509.CertificatePool {
  /// Returns a Boolean value that indicates whether a certificate claims to be signed by its own
  /// key.
  mutating func isRoot(_ number: Int) -> Bool {
    guard isSelfIssued(number) else { return false }
    let identifiers = identifiers(of: number)
    return Fit(identifiers.issuer, identifiers.own) != .different
  }
}
