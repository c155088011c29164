"""How does somebody log in? By number or e-mail address, with a second factor if they want one."""
