// cookies: Go's cookie jar, told what a jar receives and asked what it sends.
//
// A line of standard input is `jar` for an empty one, `set URL HEX` with the value of a Set-Cookie
// field in hexadecimal, or `get URL`. For a `get` a line of standard output has the value of the
// Cookie field in hexadecimal.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
)

// suffixes are all the public suffixes there are.
type suffixes []string

func (list suffixes) String() string { return "a list for tests" }

func (list suffixes) PublicSuffix(domain string) string {
	longest := ""
	for _, suffix := range list {
		fits := domain == suffix || strings.HasSuffix(domain, "."+suffix)
		if fits && len(suffix) > len(longest) {
			longest = suffix
		}
	}
	return longest
}

func field(cookies []*http.Cookie) string {
	var pairs []string
	for _, cookie := range cookies {
		value := cookie.Value
		// The parser takes quotes away, and says so.
		if cookie.Quoted {
			value = `"` + value + `"`
		}
		pairs = append(pairs, cookie.Name+"="+value)
	}
	return strings.Join(pairs, "; ")
}

func main() {
	list := suffixes(os.Args[1:])
	var jar *cookiejar.Jar
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := bufio.NewWriter(os.Stdout)
	defer answers.Flush()
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if words[0] == "jar" {
			jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: list})
			continue
		}
		place, err := url.Parse(words[1])
		if err != nil {
			log.Fatal(err)
		}
		switch words[0] {
		case "set":
			value, err := hex.DecodeString(words[2])
			if err != nil {
				log.Fatal(err)
			}
			answer := http.Response{Header: http.Header{"Set-Cookie": {string(value)}}}
			jar.SetCookies(place, answer.Cookies())
		case "get":
			fmt.Fprintf(answers, "%x\n", field(jar.Cookies(place)))
		}
	}
}
