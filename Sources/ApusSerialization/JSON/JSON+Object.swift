extension JSON {
  /// The members of a JSON object in their original order. Each name occurs once.
  ///
  /// Names are compared byte by byte. A small object is searched linearly, and a large object has a
  /// hash table whose hashes a peer cannot predict.
  public struct Object: Sendable {
    private struct Member {
      let key: String
      var value: JSON.Value
    }

    private var members: [Member] = []
    /// The index of each name, if the object has many members.
    private var places: NameIndex?

    /// Creates an object without members.
    public init() {}

    /// Creates an object without members and with reserved capacity.
    init(capacity: Int) { members.reserveCapacity(capacity) }

    /// Creates an object from members.
    /// If a name occurs twice, the later value replaces the earlier value in its position.
    ///
    /// - Parameter members: The names and values of the members in order.
    public init(_ members: some Sequence<(String, JSON.Value)>) {
      for (key, value) in members { self[key] = value }
    }

    /// Returns the value of the member with a name.
    /// Assigning a value keeps the position of the name, and assigning `nil` removes the member.
    ///
    /// Removing a member takes time in proportion to the number of members.
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

    /// The names of the members in order.
    public var keys: [String] { members.map(\.key) }

    /// Returns the index of the member with a name.
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

    /// Appends a member whose name does not exist in the object.
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

  /// Returns the member at an index.
  ///
  /// - Parameter place: The index of the member, which must exist.
  public subscript(place: Int) -> (key: String, value: JSON.Value) {
    (members[place].key, members[place].value)
  }
}

extension JSON.Object: Hashable {
  public static func == (left: JSON.Object, right: JSON.Object) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes the sum of the members' hashes, so that the order of the members does not affect the
  /// hash.
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
