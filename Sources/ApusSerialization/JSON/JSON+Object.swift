extension JSON {
  /// Named values in their original order; no name occurs twice.
  ///
  /// A name is found by its bytes: among few members by a search, among many by a hash that no peer
  /// can predict.
  public struct Object: Sendable {
    private struct Member {
      let key: String
      var value: JSON.Value
    }

    private var members: [Member] = []
    /// The place of each key, if there are many.
    private var places: NameIndex?

    /// Starts without members.
    public init() {}

    /// Starts without members, with room for that many.
    init(capacity: Int) { members.reserveCapacity(capacity) }

    /// Creates an object from members; of two with one name, the later value has the earlier place.
    ///
    /// - Parameter members: The names and values in their order.
    public init(_ members: some Sequence<(String, JSON.Value)>) {
      for (key, value) in members { self[key] = value }
    }

    /// Returns the value of a name; setting it keeps the name's place, and nil removes it.
    ///
    /// Removing takes time in proportion to the number of members.
    ///
    /// - Parameter key: The name of the member.
    public subscript(key: String) -> JSON.Value? {
      get {
        guard let place = place(of: key) else { return nil }
        return members[place].value
      }
      set {
        switch (place(of: key), newValue) {
        case (let place?, let value?): members[place].value = value
        case (nil, let value?): append(value, forNewKey: key)
        case (let place?, nil): remove(at: place)
        case (nil, nil): break
        }
      }
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// The index of a name among the members.
    func place(of key: String) -> Int? {
      let name = key.utf8.span
      if let places {
        return places.place(hash: NameIndex.hash(name)) {
          members[$0].key.utf8.span.isEqual(to: key.utf8.span)
        }
      }
      for place in members.indices where members[place].key.utf8.span.isEqual(to: name) {
        return place
      }
      return nil
    }

    /// Adds a member whose name is known to be new.
    mutating func append(_ value: consuming JSON.Value, forNewKey key: consuming String) {
      if places != nil { places?.insert(members.count, hash: NameIndex.hash(key.utf8.span)) }
      members.append(Member(key: key, value: value))
      if places == nil, members.count > NameIndex.scanLimit { indexMembers() }
    }

    private mutating func remove(at place: Int) {
      members.remove(at: place)
      if places != nil { indexMembers() }
    }

    private mutating func indexMembers() {
      var places = NameIndex(capacity: members.capacity)
      for place in members.indices {
        places.insert(place, hash: NameIndex.hash(members[place].key.utf8.span))
      }
      self.places = places
    }
  }
}

extension JSON.Object: RandomAccessCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { members.count }

  /// Returns the member at a place.
  ///
  /// - Parameter place: The position of the member, which must exist.
  public subscript(place: Int) -> (key: String, value: JSON.Value) {
    (members[place].key, members[place].value)
  }
}

extension JSON.Object: Hashable {
  public static func == (left: JSON.Object, right: JSON.Object) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes a sum of the members, so that their order does not count.
  ///
  /// - Parameter hasher: The hasher that receives the members.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var each = Hasher()
      each.combine(ExactText(member.key))
      each.combine(member.value)
      sum &+= each.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSON.Value)...) { self.init(elements) }
}
