extension X509 {
  /// The certificates of a search by number, with who may have issued whom by name.
  ///
  /// The leaf is number 0. Names and keys are numbers too, so that each is compared byte by byte
  /// only once, however many certificates share it.
  struct CertificatePool {
    /// The leaf, then every other certificate once.
    private(set) var certificates: [Certificate] = []
    /// The number of each subject's name.
    private(set) var subjects: [Int] = []
    /// The number of each issuer's name.
    private(set) var issuers: [Int] = []
    /// The number of each key.
    private(set) var keys: [Int] = []
    /// The certificates, except for the leaf, that have each name as their subject.
    private(set) var members: [[Int]] = []

    private var nameNumbers: [EncodedKey: Int] = [:]
    private var keyNumbers: [EncodedKey: Int] = [:]
    /// What each certificate says about keys by their identifiers, once it has been asked.
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

    /// The number of a key, which may be one that no certificate here has.
    mutating func keyNumber(of key: ArraySlice<UInt8>) -> Int {
      let key = EncodedKey(key)
      if let number = keyNumbers[key] { return number }
      let number = keyNumbers.count
      keyNumbers[key] = number
      return number
    }

    /// Whether subject and issuer have the same name.
    func isSelfIssued(_ number: Int) -> Bool { subjects[number] == issuers[number] }

    /// Gives issuers that no certificate has as its subject those subjects that mean the same,
    /// except for those that are known otherwise.
    ///
    /// RFC 5280 section 7.1. Since every name is compared with every one, few are.
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

    /// How many certificates lie between each name and the nearest of some names above it; nil
    /// where none of them can be reached.
    ///
    /// Each certificate is looked at once, so that the time is linear.
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
  /// What a certificate says about its own key and that of its issuer.
  struct KeyIdentifiers {
    var own: [UInt8]?
    var issuer: [UInt8]?

    init(_ certificate: X509.Certificate) {
      // What cannot be read identifies nothing; whether it must be readable is judged elsewhere.
      own = (try? certificate.subjectKeyIdentifier)?.bytes
      issuer = (try? certificate.authorityKeyIdentifier)?.keyIdentifier
    }
  }

  /// How well a key identifier fits: as it should, not known, or not.
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

  /// What a certificate says about keys, read once.
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
  /// Every byte counts, so that no one can make many keys of one hash; eight at a time, because a
  /// search looks up a few of them and does little else but check signatures.
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
  /// Whether a certificate says that it is signed by its own key.
  mutating func isRoot(_ number: Int) -> Bool {
    guard isSelfIssued(number) else { return false }
    let identifiers = identifiers(of: number)
    return Fit(identifiers.issuer, identifiers.own) != .different
  }
}
