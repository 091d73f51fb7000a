import ApusSerialization

/// The written form of parameters, row by row.
enum ParameterTable {
  static let all: [ParameterCase] =
    escaping + ordering + nesting + nothing + scalars + sets + styles + charsets

  static let escaping: [ParameterCase] = [
    ParameterCase("escaping", ["a": "b"], "a=b"),
    ParameterCase("escaping", ["a": "b c"], "a=b%20c"),
    ParameterCase("escaping", ["a": "b+c"], "a=b%2Bc"),
    ParameterCase("escaping", ["a": "100%"], "a=100%25"),
    ParameterCase("escaping", ["a": "%20"], "a=%2520"),
    ParameterCase("escaping", ["a": "-._~/?"], "a=-._~/?"),
    ParameterCase("escaping", ["a": ":#[]@"], "a=%3A%23%5B%5D%40"),
    ParameterCase("escaping", ["a": "!$&'()*+,;="], "a=%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
    ParameterCase("escaping", ["a": "\"<>\\^`{|}"], "a=%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ParameterCase("escaping", ["a": "é"], "a=%C3%A9"),
    ParameterCase("escaping", ["a": "e\u{301}"], "a=e%CC%81"),
    ParameterCase("escaping", ["a": "日本"], "a=%E6%97%A5%E6%9C%AC"),
    ParameterCase("surrogates", ["a": "😀"], "a=%F0%9F%98%80"),
    ParameterCase(
      "surrogates", ["a": "👩‍👧"], "a=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"),
    ParameterCase(
      "surrogates", ["a": .text(String(repeating: "a", count: 49) + "😀b")],
      "a=\(String(repeating: "a", count: 49))%F0%9F%98%80b"),
    ParameterCase("escaping", ["a": "\r\n"], "a=%0D%0A"),
    ParameterCase("escaping", ["a": "\u{0}\u{7f}"], "a=%00%7F"),
    ParameterCase("escaping", ["a": "x&b=c"], "a=x%26b%3Dc"),
    ParameterCase("names", ["a b": "c"], "a%20b=c"),
    ParameterCase("names", ["a[b]": "c"], "a%5Bb%5D=c"),
    ParameterCase("names", ["ключ": "1"], "%D0%BA%D0%BB%D1%8E%D1%87=1"),
    ParameterCase("names", ["": "x"], "=x"),
    ParameterCase("escaping", ["a": .data([0x00, 0x41, 0xff])], "a=%00A%FF"),
  ]

  static let ordering: [ParameterCase] = [
    ParameterCase("order", ["b": "2", "a": "1"], "a=1&b=2"),
    ParameterCase("order", ["a": "1", "B": "2", "C": "3", "b": "4"], "B=2&C=3&a=1&b=4"),
    ParameterCase("order", ["a10": 1, "a2": 2, "a1": 3], "a1=3&a10=1&a2=2"),
    ParameterCase("order", ["ab": 1, "a": 2, "a b": 3], "a=2&a%20b=3&ab=1"),
    ParameterCase(
      "order", ["z": 1, "é": 2, "日": 3, "😀": 4], "z=1&%C3%A9=2&%E6%97%A5=3&%F0%9F%98%80=4"),
    ParameterCase("order", ["\u{fb01}": 1, "😀": 2], "%EF%AC%81=1&%F0%9F%98%80=2"),
    ParameterCase(
      "order", ["p": ["z": 1, "a": ["d": 2, "c": 3]]],
      "p%5Ba%5D%5Bc%5D=3&p%5Ba%5D%5Bd%5D=2&p%5Bz%5D=1"),
    ParameterCase(
      "order", RequestParameters(ordered: [("b", 2), ("a", 1), ("b", 3)]), "b=2&a=1&b=3"),
    ParameterCase(
      "order", RequestParameters(ordered: [("z", ["b": 1, "a": 2])]), "z%5Ba%5D=2&z%5Bb%5D=1"),
    ParameterCase("order", ["a": 1, "a": 2], "a=1&a=2"),
    ParameterCase(
      "order", RequestParameters(["b": 1, "a": 2] as [String: RequestParameters.Value]), "a=2&b=1"),
    ParameterCase("order", RequestParameters(["b": 1, "a": nil] as JSON.Object), "a&b=1"),
  ]

  static let nesting: [ParameterCase] = [
    ParameterCase("dictionaries", ["u": ["name": "Ada"]], "u%5Bname%5D=Ada"),
    ParameterCase("dictionaries", ["a": ["b": ["c": ["d": 1]]]], "a%5Bb%5D%5Bc%5D%5Bd%5D=1"),
    ParameterCase("arrays", ["t": ["x", "y"]], "t%5B%5D=x&t%5B%5D=y"),
    ParameterCase("arrays", ["t": ["y", "x"]], "t%5B%5D=y&t%5B%5D=x"),
    ParameterCase(
      "arrays", ["t": [["x"], ["y", "z"]]], "t%5B%5D%5B%5D=x&t%5B%5D%5B%5D=y&t%5B%5D%5B%5D=z"),
    ParameterCase(
      "arrays", ["t": [["k": 1], ["k": 2, "a": 3]]],
      "t%5B%5D%5Bk%5D=1&t%5B%5D%5Ba%5D=3&t%5B%5D%5Bk%5D=2"),
    ParameterCase("arrays", ["u": ["t": ["x"]]], "u%5Bt%5D%5B%5D=x"),
    ParameterCase("arrays", ["t": ["x", 1, true, nil]], "t%5B%5D=x&t%5B%5D=1&t%5B%5D=1&t%5B%5D"),
    ParameterCase("dictionaries", ["u": ["a b": 1]], "u%5Ba%20b%5D=1"),
    ParameterCase("dictionaries", ["u": ["": 1]], "u%5B%5D=1"),
    ParameterCase("dictionaries", ["a": 1, "b": ["c": 2], "d": [3]], "a=1&b%5Bc%5D=2&d%5B%5D=3"),
  ]

  static let nothing: [ParameterCase] = [
    ParameterCase("null", ["a": nil], "a"),
    ParameterCase("null", ["a": nil, "b": nil], "a&b"),
    ParameterCase("null", ["u": ["a": nil]], "u%5Ba%5D"),
    ParameterCase("empty text", ["a": ""], "a="),
    ParameterCase("empty text", ["a": "", "b": ""], "a=&b="),
    ParameterCase("empty values", ["a": []], ""),
    ParameterCase("empty values", ["a": [:]], ""),
    ParameterCase("empty values", ["a": .set([])], ""),
    ParameterCase("empty values", ["a": [[], [:]]], ""),
    ParameterCase("empty values", ["a": [], "b": 1, "c": [:]], "b=1"),
    ParameterCase("empty values", [:], ""),
    ParameterCase("empty text", ["a": .data([])], "a="),
  ]

  static let scalars: [ParameterCase] = [
    ParameterCase("scalars", ["a": 0], "a=0"),
    ParameterCase("scalars", ["a": -7], "a=-7"),
    ParameterCase("scalars", ["a": .init(UInt64.max)], "a=18446744073709551615"),
    ParameterCase("scalars", ["a": .init(Int64.min)], "a=-9223372036854775808"),
    ParameterCase(
      "scalars", ["a": .init(UInt128.max)], "a=340282366920938463463374607431768211455"),
    ParameterCase("scalars", ["a": 1.5], "a=1.5"),
    ParameterCase("scalars", ["a": 1.0], "a=1"),
    ParameterCase("scalars", ["a": 0.1], "a=0.1"),
    ParameterCase("scalars", ["a": -0.25], "a=-0.25"),
    ParameterCase("scalars", ["a": 1e21], "a=1e%2B21"),
    ParameterCase("scalars", ["a": 1e-7], "a=1e-07"),
    ParameterCase("scalars", ["a": .init(Double.infinity)], "a=inf"),
    ParameterCase("scalars", ["a": true, "b": false], "a=1&b=0"),
    ParameterCase("scalars", ["a": true, "b": false], "a=true&b=false") { $0.booleans = .words },
    ParameterCase("scalars", ["t": [true]], "t%5B%5D=true") { $0.booleans = .words },
  ]

  static let sets: [ParameterCase] = [
    ParameterCase("sets", ["s": .set(["b", "a", "c"])], "s=a&s=b&s=c"),
    ParameterCase("sets", ["s": .set([10, 9, 1])], "s=1&s=10&s=9"),
    ParameterCase("sets", ["s": .init(Set(["x"]))], "s=x"),
    ParameterCase("sets", ["s": .init(Set([2, 1]))], "s=1&s=2"),
    ParameterCase("sets", ["u": ["s": .set(["b", "a"])]], "u%5Bs%5D=a&u%5Bs%5D=b"),
    ParameterCase("sets", ["s": .set(["b", ["a"], ["k": "c"]])], "s%5B%5D=a&s=b&s%5Bk%5D=c"),
    ParameterCase("sets", ["t": [.set([2, 1])]], "t%5B%5D=1&t%5B%5D=2"),
  ]

  static let styles: [ParameterCase] = [
    ParameterCase("styles", ["t": ["x", "y"]], "t=x&t=y") { $0.arrays = .repeated },
    ParameterCase("styles", ["t": [["k": 1]]], "t%5Bk%5D=1") { $0.arrays = .repeated },
    ParameterCase("styles", ["t": ["x", "y"]], "t%5B0%5D=x&t%5B1%5D=y") { $0.arrays = .indexed },
    ParameterCase(
      "styles", ["t": [["k": 1], ["k": 2]]], "t%5B0%5D%5Bk%5D=1&t%5B1%5D%5Bk%5D=2"
    ) { $0.arrays = .indexed },
    ParameterCase(
      "styles", ["t": [[1], [2, 3]]], "t%5B0%5D%5B0%5D=1&t%5B1%5D%5B0%5D=2&t%5B1%5D%5B1%5D=3"
    ) {
      $0.arrays = .indexed
    },
    ParameterCase("styles", ["t": ["x", "y,z", 3, nil, true]], "t=x,y%2Cz,3,,1") {
      $0.arrays = .commas
    },
    ParameterCase("styles", ["t": [], "u": ["a"]], "u=a") { $0.arrays = .commas },
    ParameterCase("styles", ["u": ["t": [1, 2]]], "u%5Bt%5D=1,2") { $0.arrays = .commas },
    ParameterCase("styles", ["a b": "c d+e~"], "a+b=c+d%2Be%7E") { $0.escaping = .form },
    ParameterCase("styles", ["a": "*-._/?"], "a=*-._%2F%3F") { $0.escaping = .form },
    ParameterCase("scalars", ["d": .moment(JSON.Moment(seconds: 0))], "d=1970-01-01T00%3A00%3A00Z")
    {
      $0.dates = .iso8601
    },
    ParameterCase("scalars", ["d": .moment(JSON.Moment(seconds: 1_700_000_000))], "d=1700000000") {
      $0.dates = .secondsSince1970
    },
    ParameterCase("scalars", ["d": .moment(JSON.Moment(secondsSinceEpoch: 1.5)!)], "d=1.5") {
      $0.dates = .secondsSince1970
    },
    ParameterCase("scalars", ["d": .moment(JSON.Moment(secondsSinceEpoch: -0.5)!)], "d=-500") {
      $0.dates = .millisecondsSince1970
    },
  ]

  static let charsets: [ParameterCase] = [
    ParameterCase("charsets", ["é": "ü"], "%E9=%FC") { $0.charset = .latin1 },
    ParameterCase("charsets", ["a": "€"], "a=%80") { $0.charset = .windows1252 },
    ParameterCase("charsets", ["a": "b"], "a=b") { $0.charset = .ascii },
    ParameterCase("charsets", ["a": "é"], "%00a=%00%E9") { $0.charset = .utf16BigEndian },
    ParameterCase("charsets", ["t": ["é", "ü"]], "t=%E9,%FC") {
      $0.charset = .latin1
      $0.arrays = .commas
    },
  ]
}
